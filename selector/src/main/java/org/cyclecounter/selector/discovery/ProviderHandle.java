// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.concurrent.Callable;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * A provider that has been found and can be created. Only {@link #call()} runs third-party code.
 */
public interface ProviderHandle extends Callable<CycleCounterProvider> {

  /** Returns the name of its class, known before it is created. */
  String type();

  /** Describes it for people: its class and, in a container, the name of its bundle. */
  default String describe() {
    return type();
  }

  /**
   * Returns true for a provider that is listed somewhere, and false for one that the program, or a
   * bundle, has created and handed over: that one's code runs here already.
   */
  boolean isFound();

  /** Returns its class, which may not be initialised yet; null if it has not been loaded here. */
  @Nullable Class<?> loaded();

  /** Returns the class loader that has its class. Asking it for bytes runs none of its code. */
  default ClassLoader loader() {
    Class<?> type = loaded();
    return type == null ? ClassLoader.getPlatformClassLoader() : type.getClassLoader();
  }

  /** Creates it, or returns the existing one; to be run within a time limit. */
  @Override
  CycleCounterProvider call() throws Exception;

  /** Keeps a failure that would cost the next selection a child JVM, too, and maybe a limit. */
  default void failed(Rejection why) {
    // Selections that share nothing find the provider anew.
  }

  /** Returns the failure of an earlier selection; null if there was none. */
  default @Nullable Rejection earlierFailure() {
    return null;
  }
}
