package org.cyclecounter.spi;

import java.util.OptionalLong;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An open counter. Reads are thread-safe and allocate nothing; a counter that belongs to a thread
 * opens itself for each thread that reads it.
 */
@ConsumerType
@FunctionalInterface
public interface TickSource extends AutoCloseable {

  /**
   * Reads the counter: the hot path.
   *
   * @return ticks since an unspecified origin; of a 32-bit counter only the low 32 bits count
   * @throws IllegalStateException if the calling thread cannot have a counter of its own
   */
  long ticks();

  /**
   * Reads the counter when everything before the call has been executed, and before anything after
   * the call begins where the processor can promise that.
   *
   * @return ticks since the origin of {@link #ticks()}
   */
  default long startTicks() {
    return ticks();
  }

  /**
   * Reads the counter when everything before the call has been executed.
   *
   * @return ticks since the origin of {@link #ticks()}
   */
  default long stopTicks() {
    return ticks();
  }

  /**
   * The address of a C function {@code int64_t f(void)} that reads the counter as {@link #ticks()}
   * does, for trying it in a native child of this process. The function is a leaf: it calls nothing
   * of the C library, takes no lock and does not end the process. What it opens it closes.
   *
   * @return the address, or empty where there is no such function
   */
  default OptionalLong entryPoint() {
    return OptionalLong.empty();
  }

  /**
   * Releases what {@link CounterSource#open()} took. A source may still be read by a thread that
   * has not noticed yet; such a read gives an unspecified number or throws, and never crashes.
   */
  @Override
  default void close() {}
}
