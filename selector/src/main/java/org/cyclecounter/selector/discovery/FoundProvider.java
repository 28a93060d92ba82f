// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;
import java.util.Objects;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * A provider that was found or handed over, and its counters. It is asked for them here; a third
 * party's that was found is listed in a child JVM first, and created here, once for all of its
 * counters, when one of them has passed there. Not thread-safe.
 */
public final class FoundProvider {

  private final ProviderHandle handle;

  /** Its list, made here or in a child JVM; null if it has not been asked, or failed. */
  private @Nullable ProviderListing listing;

  /** The reason why it has no list; null if it has one, and before it is asked. */
  private @Nullable Rejection rejection;

  /** Its list made here, if it was listed in a child JVM first; null before it is created. */
  private @Nullable ProviderListing here;

  /** The reason why it cannot be used here; null if it can, and before it is created. */
  private @Nullable Rejection failure;

  /** Takes one that has not been asked, or cannot be. */
  FoundProvider(ProviderHandle handle, @Nullable Rejection why) {
    this.handle = handle;
    rejection = why;
  }

  public ProviderHandle handle() {
    return handle;
  }

  @Nullable ProviderListing listing() {
    return listing;
  }

  @Nullable Rejection rejection() {
    return rejection;
  }

  /** Returns true if it has not been listed, and may be. */
  boolean isUnlisted() {
    Rejection why = rejection;
    return listing == null && (why == null || why.code().isPending());
  }

  /** Asks it in this process. */
  FoundProvider ask() {
    listing = ask(false);
    rejection = failure;
    return this;
  }

  /**
   * Takes what it has listed in a child JVM.
   *
   * @param more as in {@link ProviderListing}
   * @param why the reason why it has no list there; null if it has one
   */
  public void list(List<ListedCounter> counters, int more, @Nullable Rejection why) {
    rejection =
        why != null && why.code() == Code.THREW // it may need the program
            ? new Rejection(Code.NEEDS_PROGRAM, why.arguments())
            : why;
    listing = why == null ? new ProviderListing(handle, true, null).take(counters, more) : null;
  }

  /** Rejects it unasked. */
  void reject(Rejection why) {
    rejection = why;
  }

  /**
   * Creates the provider here, at the first call, within a time limit, and compares what it lists
   * with what it listed in the child: a provider that differs has passed no probe.
   *
   * @return why it cannot be used here; null if it can
   */
  public @Nullable Rejection create() {
    if (here == null && failure == null) {
      here = ask(true);
      String difference =
          here == null ? "" : here.difference(Objects.requireNonNull(listing).counters());
      if (!difference.isEmpty()) {
        failure = Rejection.of(Code.LISTS_ELSE, handle.describe(), difference);
      }
    }
    return failure == null ? null : failure.ofProvider(handle.describe());
  }

  /** Returns the counter of this process; only after {@link #create} has found no problem. */
  public Candidate created(Candidate listed) {
    for (ListedCounter counter : Objects.requireNonNull(here).counters()) {
      CounterSource source = counter.source();
      if (source != null && listed.name().equals(counter.name())) {
        return listed.with(source, listed.scope());
      }
    }
    throw new IllegalStateException("not created: " + listed.name());
  }

  /** Returns the provider itself; null if it has not been created here. */
  @Nullable CycleCounterProvider instance() {
    ProviderListing known = here == null ? listing : here;
    return known == null ? null : known.provider;
  }

  /**
   * Asks it in this process, a third party's on a separate thread.
   *
   * @param asksAll true to ask for width and scaling, too
   */
  private @Nullable ProviderListing ask(boolean asksAll) {
    ProviderListing question = new ProviderListing(handle, asksAll, null);
    // This project's providers return: a thread for each would cost more than all they do.
    TaskResult<ProviderListing> result =
        handle.isOurs() ? TimeLimit.runInline(question) : TimeLimit.run(question);
    if (result.value() == null) {
      Log.debug("the provider " + handle.describe() + " failed", result.thrown());
      failure = Failures.failed(question.lastCall, result);
    }
    return result.value();
  }
}
