// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * The counters that a provider lists, with its and their answers, and the question for them;
 * nothing is checked yet. One time limit holds for all answers together, the provider's constructor
 * included. It is its own result: what it lists is read when it has returned, because its thread
 * may be given up. A class, not a lambda: cold start 1.
 */
public final class ProviderListing implements Callable<ProviderListing> {

  /** Counters of one provider that are considered. No family of processors has a tenth of it. */
  static final int MAX_COUNTERS = 256;

  private final Callable<CycleCounterProvider> creator;
  private final boolean asksAll;
  private final @Nullable Consumer<String> onCall;

  /** The provider; null if a child JVM has asked it. */
  @Nullable CycleCounterProvider provider;

  private List<ListedCounter> counters = new ArrayList<>();
  private int more;

  /**
   * The method that was called last; after a failure, the method that failed. Volatile: after a
   * timeout it is read while the question's thread still runs.
   */
  volatile String lastCall = "its constructor";

  /**
   * Prepares a question.
   *
   * @param creator creates the provider, or returns it
   * @param asksAll true to ask for width and scaling, too
   * @param onCall takes the name of each method before it is called; null for none
   */
  public ProviderListing(
      Callable<CycleCounterProvider> creator, boolean asksAll, @Nullable Consumer<String> onCall) {
    this.creator = creator;
    this.asksAll = asksAll;
    this.onCall = onCall;
  }

  /** Takes what a child JVM has listed, instead of asking here. */
  ProviderListing take(List<ListedCounter> listed, int others) {
    counters = listed;
    more = others;
    return this;
  }

  /** Returns the first {@link #MAX_COUNTERS}. */
  public List<ListedCounter> counters() {
    return counters;
  }

  /** Returns the number of counters beyond these; -1 if it returned null instead of a list. */
  public int more() {
    return more;
  }

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

  @Override
  public ProviderListing call() throws Exception {
    CycleCounterProvider created = creator.call();
    provider = created;
    calls("counters()");
    List<CounterSource> sources = created.counters();
    if (sources == null) {
      more = -1;
      return this;
    }
    int count = 0;
    for (CounterSource source : sources) { // may be endless, or an own class: within the limit, too
      if (++count <= MAX_COUNTERS) {
        counters.add(describe(source));
        calls("counters()"); // the list may be the provider's own class
      }
    }
    more = Math.max(0, count - MAX_COUNTERS);
    return this;
  }

  /** Notes the method that is called next. */
  private void calls(String method) {
    lastCall = method;
    if (onCall != null) {
      onCall.accept(method);
    }
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
