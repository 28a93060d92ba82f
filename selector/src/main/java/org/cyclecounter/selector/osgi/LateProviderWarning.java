// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cyclecounter.selector.support.Log;
import org.jspecify.annotations.Nullable;

/**
 * Warns, once, if {@code CpuCycles} or a {@code CycleCounterSelector} selected before all providers
 * were there: unlike the services, what they selected stays as it is. Compared by class name, not
 * by object: a bundle that is updated brings new objects of the same classes. Thread-safe.
 */
final class LateProviderWarning {

  private static final String EARLY =
      "CpuCycles or a CycleCounterSelector selected a counter, and keeps it, before these bundles"
          + " of counters were started: ";

  private static final String REMEDY =
      "; start them first, or use the service org.cyclecounter.CycleCounter, which changes with"
          + " them";

  /** The providers' classes at the first such selection; null while there was none. */
  private @Nullable Set<String> known;

  /** True after the warning: once is enough for the life of this bundle. */
  private boolean warned;

  /** Notes a selection among these providers that is not the services' own. */
  synchronized void add(List<BundleProvider> providers) {
    if (known == null) {
      known = providers.stream().map(BundleProvider::type).collect(Collectors.toSet());
    }
  }

  /** Warns if new providers are present. A bundle updated or started again brings nothing new. */
  synchronized void compare(List<BundleProvider> providers) {
    Set<String> late = new TreeSet<>();
    for (BundleProvider provider : providers) {
      if (known != null && !known.contains(provider.type())) {
        late.add(provider.bundleName());
      }
    }
    if (!late.isEmpty() && !warned) {
      warned = true;
      Log.warn(EARLY + String.join(", ", late) + REMEDY, null);
    }
  }
}
