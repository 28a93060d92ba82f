// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A container that knows the providers where {@link java.util.ServiceLoader} cannot: it sees
 * nothing but the selector's own bundle there. Knows nothing of any container's classes.
 */
public final class Container {

  private static volatile @Nullable Supplier<List<ProviderHandle>> providers;

  private Container() {}

  /** Sets who is asked for the providers at every discovery; null when the container ends. */
  public static void set(@Nullable Supplier<List<ProviderHandle>> supplier) {
    providers = supplier;
  }

  static boolean isThere() {
    return providers != null;
  }

  /** The providers that the container knows; null where there is no container. */
  static @Nullable List<ProviderHandle> handles() {
    Supplier<List<ProviderHandle>> now = providers;
    return now == null ? null : now.get();
  }
}
