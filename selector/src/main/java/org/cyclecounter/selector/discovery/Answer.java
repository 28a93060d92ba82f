// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a provider that was asked for its counters; neither a listing nor a rejection if it
 * has not been asked.
 *
 * @param listing its counters; null if it failed
 * @param rejection why it failed; null if it did not
 */
public record Answer(
    ProviderHandle handle, @Nullable ProviderListing listing, @Nullable Rejection rejection) {

  /** Adds the remedy of a provider that threw in a child JVM: it may need the program. */
  Answer inChildJvm() {
    Rejection why = rejection;
    return why != null && why.code() == Code.THREW
        ? new Answer(handle, listing, new Rejection(Code.NEEDS_PROGRAM, why.arguments()))
        : this;
  }
}
