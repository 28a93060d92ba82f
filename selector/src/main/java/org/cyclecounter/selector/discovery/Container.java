// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;
import java.util.function.Supplier;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * The container, if the selector runs in one: {@link java.util.ServiceLoader} sees nothing but the
 * selector's own bundle there, and the container knows the providers of all others. Names no class
 * of any container, so that it works without one. Static, because CpuCycles is; thread-safe.
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

  /** Returns where counters are searched for, for advice on what is missing there. */
  public static Surroundings surroundings() {
    if (Container.providers != null) {
      return Surroundings.CONTAINER;
    }
    return securityManager() != null ? Surroundings.SECURED_PATH : Surroundings.PATH;
  }

  /**
   * Returns the security manager; null without one. By reflection, because the method is deprecated
   * for removal; Java 24 and newer have no manager.
   */
  public static @Nullable Object securityManager() {
    try {
      return System.class.getMethod("getSecurityManager").invoke(null);
    } catch (ReflectiveOperationException | SecurityException e) {
      return null;
    }
  }

  /** Lists the providers that the container knows; null without a container. */
  static @Nullable List<ProviderHandle> handles() {
    Supplier<List<ProviderHandle>> supplier = providers;
    return supplier == null ? null : supplier.get();
  }
}
