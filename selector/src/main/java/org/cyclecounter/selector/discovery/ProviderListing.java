// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a provider and its counters; nothing is checked yet. One time limit holds for all
 * of them together, the provider's constructor included.
 *
 * @param provider the provider
 * @param counters the first {@link #MAX_COUNTERS}; null if it returned null instead of a list
 * @param more the number of counters beyond these
 */
record ProviderListing(CycleCounterProvider provider, @Nullable List<Counter> counters, int more) {

  /** Counters of one provider that are considered. No family of processors has a tenth of it. */
  static final int MAX_COUNTERS = 256;

  /** Creates a provider and asks it. A class, not a lambda: cold start 1. */
  static final class Question implements Callable<ProviderListing> {
    private final ProviderHandle handle;

    /** Volatile: after a timeout it is read while the question's thread still runs. */
    private volatile String call = "its constructor";

    Question(ProviderHandle handle) {
      this.handle = handle;
    }

    @Override
    public ProviderListing call() throws Exception {
      CycleCounterProvider provider = handle.make();
      call = "counters()";
      List<CounterSource> sources = provider.counters();
      return sources == null ? new ProviderListing(provider, null, 0) : of(provider, sources);
    }

    /** Returns the method that was called last: the one that failed, if the question failed. */
    String lastCall() {
      return call;
    }
  }

  /**
   * The answers of a counter; nothing is checked yet.
   *
   * @param source the counter; null if the list contains null, or if an answer threw
   * @param problem the exception of an answer as a sentence; empty if there was none
   */
  record Counter(
      @Nullable CounterSource source,
      @Nullable String name,
      @Nullable CounterKind kind,
      @Nullable Scope scope,
      boolean mayCrash,
      String problem) {

    /** Asks a counter. Whatever it throws is its problem alone: the others are asked, too. */
    static Counter of(@Nullable CounterSource source) {
      if (source == null) {
        return none("");
      }
      String call = "name()";
      try {
        String name = source.name();
        call = "kind()";
        CounterKind kind = source.kind();
        call = "scope()";
        Scope scope = source.scope();
        call = "mayCrash()";
        return new Counter(source, name, kind, scope, source.mayCrash(), "");
      } catch (RuntimeException | Error e) {
        Worker.Task.note(e);
        Log.debug("a counter cannot be described", e);
        return none(Reasons.of(call, e)); // within the limit: a message is third-party code, too
      }
    }

    private static Counter none(String problem) {
      return new Counter(null, null, null, null, true, problem);
    }
  }

  /** Iterates over a list that may be endless, or be an own class: also within the limit. */
  private static ProviderListing of(CycleCounterProvider provider, List<CounterSource> sources) {
    List<Counter> counters = new ArrayList<>();
    int count = 0;
    for (CounterSource source : sources) {
      if (++count <= MAX_COUNTERS) {
        counters.add(Counter.of(source));
      }
    }
    return new ProviderListing(provider, counters, Math.max(0, count - MAX_COUNTERS));
  }
}
