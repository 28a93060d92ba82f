// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a provider and its counters; nothing is checked yet. One time limit holds for all
 * of them together, the provider's constructor included.
 *
 * @param provider the provider; null if a child JVM has asked it
 * @param counters the first {@link #MAX_COUNTERS}
 * @param more the number of counters beyond these; -1 if it returned null instead of a list
 */
public record ProviderListing(
    @Nullable CycleCounterProvider provider, List<ListedCounter> counters, int more) {

  /** Counters of one provider that are considered. No family of processors has a tenth of it. */
  public static final int MAX_COUNTERS = 256;

  /**
   * Compares with the counters of the same provider in a child JVM. The order counts, because ties
   * go to the earlier.
   *
   * @return the first difference, for people; empty if both are the same
   */
  String difference(List<ListedCounter> inChild) {
    for (int i = 0; i < MAX_COUNTERS; i++) {
      String here = text(counters, i);
      String there = text(inChild, i);
      if (!here.equals(there)) {
        return here + " instead of " + there;
      }
    }
    return "";
  }

  private static String text(List<ListedCounter> counters, int index) {
    return index < counters.size() ? counters.get(index).text() : "nothing";
  }

  /** Creates a provider and asks it. A class, not a lambda: cold start 1. */
  public static class Question implements Callable<ProviderListing> {
    private final Callable<CycleCounterProvider> provider;
    private final boolean asksAll;

    /**
     * The method that was called last; after a failure, the method that failed. Volatile: after a
     * timeout it is read while the question's thread still runs.
     */
    volatile String lastCall = "its constructor";

    /**
     * Prepares a question.
     *
     * @param provider creates it, or returns it
     * @param asksAll true to ask for width and scaling, too
     */
    public Question(Callable<CycleCounterProvider> provider, boolean asksAll) {
      this.provider = provider;
      this.asksAll = asksAll;
    }

    @Override
    public ProviderListing call() throws Exception {
      CycleCounterProvider created = provider.call();
      calls("counters()");
      List<CounterSource> sources = created.counters();
      return sources == null ? new ProviderListing(created, List.of(), -1) : list(created, sources);
    }

    /** Notes the method that is called next. */
    protected void calls(String method) {
      lastCall = method;
    }

    /** Iterates over a list that may be endless, or be an own class: also within the limit. */
    private ProviderListing list(CycleCounterProvider created, List<CounterSource> sources) {
      List<ListedCounter> counters = new ArrayList<>();
      int count = 0;
      for (CounterSource source : sources) {
        if (++count <= MAX_COUNTERS) {
          counters.add(describe(source));
          calls("counters()"); // the list may be the provider's own class
        }
      }
      return new ProviderListing(created, counters, Math.max(0, count - MAX_COUNTERS));
    }

    /** Asks a counter. Whatever it throws is its problem alone: the others are asked, too. */
    private ListedCounter describe(@Nullable CounterSource source) {
      if (source == null) {
        return ListedCounter.none("");
      }
      try {
        calls("name()");
        String name = source.name();
        calls("kind()");
        CounterKind kind = source.kind();
        calls("scope()");
        Scope scope = source.scope();
        calls("mayCrash()");
        boolean mayCrash = source.mayCrash();
        int bits = 0;
        long hz = 0;
        if (asksAll) {
          try {
            calls("bits()");
            bits = source.bits();
            calls("scaling()");
            hz = source.scaling() instanceof Scaling.TicksPerSecond rate ? rate.hz() : 0;
          } catch (RuntimeException | Error e) {
            // The probe of the counter reports it.
          }
        }
        return new ListedCounter(source, name, kind, scope, mayCrash, bits, hz, "");
      } catch (RuntimeException | Error e) {
        Log.debug("a counter cannot be described", e);
        return ListedCounter.none(
            Failures.of(lastCall, e)); // within the limit: a message is code, too
      }
    }
  }
}
