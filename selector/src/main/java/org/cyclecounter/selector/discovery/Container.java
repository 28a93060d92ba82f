// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The container's providers, for {@code CpuCycles} and {@code CycleCounterSelector.select()}, if
 * the selector runs in a container: {@link java.util.ServiceLoader} sees nothing but the selector's
 * own bundle there. Names no class of any container, so that it works without one. Static, because
 * {@code CpuCycles} is; thread-safe.
 */
public final class Container {

  private static volatile @Nullable Supplier<List<ProviderHandle>> providers;

  private Container() {}

  /**
   * Sets the source of providers, asked at every discovery; null when the selector's bundle stops,
   * because what stays here keeps the bundle's class loader.
   */
  public static void set(@Nullable Supplier<List<ProviderHandle>> supplier) {
    providers = supplier;
  }

  /** Lists the providers that the container knows; null without a container. */
  public static @Nullable List<ProviderHandle> handles() {
    Supplier<List<ProviderHandle>> supplier = providers;
    return supplier == null ? null : supplier.get();
  }
}
