// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import java.util.OptionalLong;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An open counter. Reads are thread-safe and allocate nothing; a per-thread counter opens itself
 * for each thread that reads it.
 *
 * @since 0.1.0
 */
@ConsumerType
@FunctionalInterface
public interface TickSource extends AutoCloseable {

  /**
   * Reads the counter. This is the hot path.
   *
   * @return ticks since an unspecified origin; only the low 32 bits of a 32-bit counter are used
   * @throws IllegalStateException if the counter is opened per thread and cannot be opened for the
   *     calling thread
   */
  long ticks();

  /**
   * Reads the counter after all code before the call has been executed and, if the processor can
   * guarantee it, before any code after the call begins.
   *
   * @return ticks since the origin of {@link #ticks()}
   */
  default long startTicks() {
    return ticks();
  }

  /**
   * Reads the counter after all code before the call has been executed.
   *
   * @return ticks since the origin of {@link #ticks()}
   */
  default long stopTicks() {
    return ticks();
  }

  /**
   * Returns the address of a C function {@code int64_t f(void)} that reads the counter as {@link
   * #ticks()} does, for probing it in a native child of this process. The function must be a leaf:
   * it calls no C library function, takes no lock, does not end the process, and closes what it
   * opens.
   *
   * @return the address, or empty if there is no such function
   */
  default OptionalLong entryPoint() {
    return OptionalLong.empty();
  }

  /**
   * Releases what {@link CounterSource#open()} acquired. A thread may still read the source
   * concurrently; such a read returns an unspecified number or throws, and never crashes.
   */
  @Override
  default void close() {}
}
