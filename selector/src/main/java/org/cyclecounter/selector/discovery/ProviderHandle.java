// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.concurrent.Callable;
import org.cyclecounter.selector.report.Families;
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
   * Returns true for a provider found by its name in a list, false for an object that the program,
   * or a bundle, has created and handed over: the code of that object runs here already.
   */
  boolean isFound();

  /** Returns its class, which may not be initialised yet; null if it has not been loaded here. */
  @Nullable Class<?> loaded();

  /**
   * Returns true for one of this project's. By name where the class has not been loaded yet, in a
   * container: {@link Candidate#isOurs} goes by the class.
   */
  default boolean isOurs() {
    Class<?> type = loaded();
    return type == null ? Families.order(type()) >= 0 : Families.has(type);
  }

  /** Sorts ours in the order of {@link Families}, then third parties' by name. */
  default String sortKey() {
    char family = isOurs() ? (char) Families.order(type()) : Character.MAX_VALUE;
    return family + type() + ' ' + describe();
  }

  /** Returns the class loader that has its class. Asking it for bytes runs none of its code. */
  default ClassLoader loader() {
    Class<?> type = loaded();
    return type == null ? ClassLoader.getPlatformClassLoader() : type.getClassLoader();
  }

  /** Creates it, or returns the existing one; to be run within a time limit. */
  @Override
  CycleCounterProvider call() throws Exception;

  /** Remembers a failure, so later selections skip the child JVM and its time limit. */
  default void failed(Rejection why) {
    // Selections that share nothing find the provider anew.
  }

  /** Returns the failure of an earlier selection; null if there was none. */
  default @Nullable Rejection earlierFailure() {
    return null;
  }
}
