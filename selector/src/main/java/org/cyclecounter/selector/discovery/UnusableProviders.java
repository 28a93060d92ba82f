// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The reasons why a provider, or some of it, cannot be used: it failed, lists nothing or too much,
 * is no service, or is missing. Needed where there is such a reason, and for a report (cold start
 * 15).
 */
final class UnusableProviders {

  private UnusableProviders() {}

  /** Rejects a provider that has no list, an empty one, or too long a one. */
  static void reject(FoundProvider provider, List<Rejected> rejected) {
    ProviderHandle handle = provider.handle();
    ProviderListing listing = provider.listing();
    Rejection why = provider.rejection();
    if (why == null && listing != null) {
      if (listing.more() < 0) {
        why = Rejection.of(Code.NO_LIST);
      } else if (listing.more() > 0) {
        String max = "" + ProviderListing.MAX_COUNTERS;
        why = Rejection.of(Code.TOO_MANY, handle.type(), max, "" + listing.more());
      } else if (!handle.isOurs()) {
        why = Rejection.of(Code.LISTS_NOTHING, handle.describe());
      }
    }
    if (why != null) {
      rejected.add(new Rejected(handle.type(), why.ofProvider(handle.describe())));
    }
  }

  /**
   * Adds what is no service to the other rejections.
   *
   * @param unloaded the lines of service files that name no provider; null where none were searched
   */
  static List<Rejected> rejections(@Nullable List<Rejected> unloaded, List<Rejected> rejected) {
    List<Rejected> all = new ArrayList<>(rejected);
    if (unloaded != null) {
      all.addAll(0, unloaded);
      ServiceFiles.addNotProvided(ModuleLayer.boot(), all); // it opens each module's JAR
    }
    return all;
  }

  /** Says which family is missing, as of {@link Found#missingFamily}; null for none. */
  static @Nullable Rejection missingFamily(List<FoundProvider> providers, boolean isContainer) {
    String processor = Platform.current().processor();
    String artifact = Families.artifact(processor);
    boolean isMissing = false;
    for (FoundProvider provider : providers) {
      ProviderHandle handle = provider.handle();
      if (artifact.isEmpty() || handle.type().startsWith(Families.module(artifact) + ".")) {
        return null;
      }
      isMissing |= isContainer || handle.isFound(); // else the program hands over what it wants
    }
    Code code = isContainer ? Code.NO_FAMILY_BUNDLE : Code.NO_FAMILY;
    return isMissing ? Rejection.of(code, processor, artifact) : null;
  }
}
