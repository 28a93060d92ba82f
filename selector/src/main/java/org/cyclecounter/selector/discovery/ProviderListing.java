// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * What a provider said of its counters, as it was said; nothing is checked yet.
 *
 * @param provider the provider
 * @param counters the first {@link #MAX_COUNTERS}; null where it gave null instead of a list
 * @param more how many more it has
 */
record ProviderListing(CycleCounterProvider provider, @Nullable List<Counter> counters, int more) {

  /** Of one provider. No family of processors has a tenth of it. */
  static final int MAX_COUNTERS = 256;

  /** Makes a provider and asks it, which is third-party code. A class: cold start 1. */
  static final class Question implements Callable<ProviderListing> {
    private final ProviderHandle handle;
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

    /** What was called last: of a question that failed, what failed. */
    String lastCall() {
      return call;
    }
  }

  /**
   * What a counter said of itself, as it was said; nothing is checked yet. Where there is no
   * counter to describe, the source is null; {@code problem} is what it threw instead, as a
   * sentence.
   */
  record Counter(
      @Nullable CounterSource source,
      @Nullable String name,
      @Nullable CounterKind kind,
      @Nullable Scope scope,
      boolean mayCrash,
      String problem) {

    /** Asks a counter, which is third-party code. */
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
        Log.debug("a counter cannot be described", e);
        return none(Reasons.of(call, e)); // here, because a message is third-party code, too
      }
    }

    private static Counter none(String problem) {
      return new Counter(null, null, null, null, true, problem);
    }
  }

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
