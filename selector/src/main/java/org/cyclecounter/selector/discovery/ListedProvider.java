// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a stranger that a child JVM has listed, until one of its counters has passed there and
 * the provider is created here, once for all of its counters. Not thread-safe.
 */
public final class ListedProvider implements CycleCounterProvider {

  private final ProviderHandle handle;

  /** As the child has listed them. */
  private final List<ListedCounter> listed;

  /** Its answer here; null before it has been created. */
  private @Nullable Answer here;

  /** Wraps the child's answers. */
  ListedProvider(ProviderHandle handle, List<ListedCounter> listed) {
    this.handle = handle;
    this.listed = listed;
  }

  /** Lists nothing: it cannot be asked here. */
  @Override
  public List<CounterSource> counters() {
    return List.of();
  }

  /**
   * Creates the provider here, at the first call, within a time limit, and compares what it lists
   * with what it listed in the child: a provider that differs has passed no probe.
   *
   * @return why it cannot be used here; null if it can
   */
  public @Nullable Rejection create() {
    if (here == null) {
      Answer answer = ProviderListing.ask(handle, true);
      ProviderListing listing = answer.listing();
      Rejection why = answer.rejection();
      String difference = listing == null ? "" : listing.difference(listed);
      if (!difference.isEmpty()) {
        why = Rejection.of(Code.LISTS_ELSE, handle.describe(), difference);
      }
      here = new Answer(handle, listing, why == null ? null : why.ofProvider(handle.describe()));
    }
    return here.rejection();
  }

  /** Returns the counter of this process; only after {@link #create} has found no problem. */
  public Candidate created(Candidate listed) {
    ProviderListing found = here == null ? null : here.listing();
    if (found != null) {
      for (ListedCounter counter : found.counters()) {
        CounterSource source = counter.source();
        if (source != null && listed.name().equals(counter.name())) {
          return listed.with(found.provider(), source, listed.scope());
        }
      }
    }
    throw new IllegalStateException("not created: " + listed.name());
  }
}
