// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.selector.support.Worker;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a provider and its counters; nothing is checked yet. One time limit holds for all
 * of them together, the provider's constructor included.
 *
 * @param provider the provider
 * @param counters the first {@link #MAX_COUNTERS}; null if it returned null instead of a list
 * @param more the number of counters beyond these
 */
public record ProviderListing(
    CycleCounterProvider provider, @Nullable List<Counter> counters, int more) {

  /** Counters of one provider that are considered. No family of processors has a tenth of it. */
  public static final int MAX_COUNTERS = 256;

  /** Makes the listing of a provider that a child JVM has asked. */
  public static ProviderListing ofChild(
      ProviderHandle handle, @Nullable List<Counter> counters, int more) {
    return new ProviderListing(new ListedProvider(handle, counters), counters, more);
  }

  /** Asks a provider in this process, a third party's on a separate thread. */
  static Answer ask(ProviderHandle handle) {
    Question question = new Question(handle, false);
    // This project's providers return: a thread for each would cost more than all they do.
    TaskResult<ProviderListing> result =
        OwnProviders.has(handle) ? TimeLimit.here(question) : TimeLimit.run(question);
    ProviderListing listing = result.value();
    if (listing != null) {
      return new Answer(handle, listing, null);
    }
    Log.debug("the provider " + handle.describe() + " failed", result.thrown());
    return new Answer(handle, null, Reasons.failed(question.lastCall(), result));
  }

  /**
   * Compares with the counters of the same provider in a child JVM. The order counts, because ties
   * go to the earlier.
   *
   * @return the first difference, for people; empty if both are the same
   */
  String difference(@Nullable List<Counter> inChild) {
    for (int i = 0; i < MAX_COUNTERS; i++) {
      String here = text(counters, i);
      String there = text(inChild, i);
      if (!here.equals(there)) {
        return here + " instead of " + there;
      }
    }
    return "";
  }

  private static String text(@Nullable List<Counter> counters, int index) {
    return counters == null || index >= counters.size() ? "nothing" : counters.get(index).text();
  }

  /** Creates a provider and asks it. A class, not a lambda: cold start 1. */
  public static class Question implements Callable<ProviderListing> {
    private final Callable<CycleCounterProvider> provider;
    private final boolean isStrangers;

    /** Volatile: after a timeout it is read while the question's thread still runs. */
    private volatile String call = "its constructor";

    /**
     * Prepares a question.
     *
     * @param provider creates it, or returns it
     * @param isStrangers true to ask for width and scaling, too
     */
    public Question(Callable<CycleCounterProvider> provider, boolean isStrangers) {
      this.provider = provider;
      this.isStrangers = isStrangers;
    }

    @Override
    public ProviderListing call() throws Exception {
      CycleCounterProvider created = provider.call();
      calls("counters()");
      List<CounterSource> sources = created.counters();
      return sources == null ? new ProviderListing(created, null, 0) : list(created, sources);
    }

    /** Notes the method that is called next. */
    protected void calls(String method) {
      call = method;
    }

    /** Returns the method that was called last: the one that failed, if the question failed. */
    public String lastCall() {
      return call;
    }

    /** Iterates over a list that may be endless, or be an own class: also within the limit. */
    private ProviderListing list(CycleCounterProvider created, List<CounterSource> sources) {
      List<Counter> counters = new ArrayList<>();
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
    private Counter describe(@Nullable CounterSource source) {
      if (source == null) {
        return Counter.none("");
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
        return isStrangers
            ? new Counter(source, name, kind, scope, mayCrash, bits(source), hz(source), "")
            : new Counter(source, name, kind, scope, mayCrash, 0, 0, "");
      } catch (RuntimeException | Error e) {
        Worker.Task.note(e);
        Log.debug("a counter cannot be described", e);
        return Counter.none(Reasons.of(call, e)); // within the limit: a message is code, too
      }
    }

    /** Asks for the width; 0 if that throws, which the probe of the counter reports. */
    private int bits(CounterSource source) {
      calls("bits()");
      try {
        return source.bits();
      } catch (RuntimeException | Error e) {
        return 0;
      }
    }

    /** Asks for the scaling; 0 unless it is a rate. */
    private long hz(CounterSource source) {
      calls("scaling()");
      try {
        return source.scaling() instanceof Scaling.TicksPerSecond rate ? rate.hz() : 0;
      } catch (RuntimeException | Error e) {
        return 0;
      }
    }
  }

  /**
   * The answers of a counter; nothing is checked yet.
   *
   * @param source the counter; null if the list contains null, or if an answer threw
   * @param bits the width; 0 if it is not known
   * @param hz the rate in ticks per second; 0 if there is none, or it is not known
   * @param problem the exception of an answer as a sentence; empty if there was none
   */
  public record Counter(
      @Nullable CounterSource source,
      @Nullable String name,
      @Nullable CounterKind kind,
      @Nullable Scope scope,
      boolean mayCrash,
      int bits,
      long hz,
      String problem) {

    /** Makes the answers of an entry that is no counter. */
    public static Counter none(String problem) {
      return new Counter(null, null, null, null, true, 0, 0, problem);
    }

    /** Makes the answers that a child JVM has sent. */
    public static Counter ofChild(
        @Nullable String name,
        @Nullable CounterKind kind,
        @Nullable Scope scope,
        boolean mayCrash,
        int bits,
        long hz,
        String problem) {
      if (bits == 0 && name == null && kind == null && scope == null) {
        return none(problem);
      }
      // A null answer is rejected: what replaces it in the source is not read.
      CounterSource source =
          new ListedProvider.Counter(
              name == null ? "" : name,
              kind == null ? CounterKind.OFF_CORE : kind,
              scope == null ? Scope.THREAD : scope,
              mayCrash,
              hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.none());
      return new Counter(source, name, kind, scope, mayCrash, bits, hz, problem);
    }

    /** Describes it in one line: what must be the same in every process. */
    private String text() {
      if (name == null || !ProviderText.isName(name, Found.MAX_NAME)) {
        return "a counter without a valid name"; // is rejected, wherever it is
      }
      return name + " (" + kind + ", " + scope + ", " + bits + " bits)";
    }
  }
}
