// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/** Reads the answers of a stranger that a child JVM asks for its counters. */
final class ChildListing {

  /** Fields of a listed counter before its name, which may be any text. */
  private static final int FIELDS = 5;

  private ChildListing() {}

  /**
   * Follows a provider to the end of its list or of the child; one limit holds for all of it.
   *
   * @param index the request's index
   */
  static ChildOutcome of(ChildProcess child, int index, ProviderHandle provider, int limitSeconds)
      throws InterruptedException {
    long endNs = System.nanoTime() + limitSeconds * 1_000_000_000L;
    List<Counter> counters = new ArrayList<>();
    while (true) {
      long leftMs = Math.max(1, (endNs - System.nanoTime()) / 1_000_000);
      Optional<Protocol> report = child.next(leftMs);
      if (report.isEmpty()) {
        boolean hangs = child.hangs();
        String call = child.lastCall();
        String problem =
            hangs
                ? ChildReasons.timedOutIn(call, limitSeconds)
                : ChildReasons.endedIn(call, child.end());
        provider.failed(problem);
        return new ChildOutcome(Result.DIED, problem, hangs, true);
      }
      if (report.get().index() == index) {
        ChildOutcome result = next(report.get(), provider, counters);
        if (result != null) {
          return result;
        }
      }
    }
  }

  /** Takes one report; null unless it is the last one. */
  private static @Nullable ChildOutcome next(
      Protocol report, ProviderHandle provider, List<Counter> counters) {
    String text = report.text();
    switch (report.step()) {
      case COUNTER -> add(counters, counter(text));
      case NO_COUNTER -> add(counters, Counter.none(text));
      case TRACE -> StackTrace.log(text);
      case LISTED -> {
        long more = number(text);
        ProviderListing listing =
            ProviderListing.ofChild(
                provider, more < 0 ? null : List.copyOf(counters), (int) Math.max(0, more));
        return new ChildOutcome(Result.PASSED, "", false, false, listing);
      }
      case NOT_MADE -> {
        return ChildOutcome.failed(text);
      }
      default -> {
        return ChildOutcome.byVerdict(report.step(), text, false);
      }
    }
    return null;
  }

  private static void add(List<Counter> counters, Counter counter) {
    if (counters.size() < ProviderListing.MAX_COUNTERS) { // a provider has written to the pipe
      counters.add(counter);
    }
  }

  /** Formats a listed counter, in the child; {@link #counter} reads it in the parent. */
  static String text(Counter counter) {
    String name = counter.name();
    return counter.kind()
        + " "
        + counter.scope()
        + " "
        + counter.bits()
        + " "
        + counter.mayCrash()
        + " "
        + counter.hz()
        + (name == null ? "" : " " + name);
  }

  private static Counter counter(String text) {
    String[] fields = text.split(" ", FIELDS + 1);
    String name = fields.length > FIELDS ? fields[FIELDS] : null;
    CounterKind kind = constant(CounterKind.values(), fields, 0);
    Scope scope = constant(Scope.values(), fields, 1);
    int bits = (int) number(field(fields, 2));
    boolean mayCrash = !field(fields, 3).equals("false");
    long hz = number(field(fields, 4));
    Scaling scaling = hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.none();
    // The source's own null answers are rejected with the candidate's: these are not read then.
    ListedProvider.Counter source =
        new ListedProvider.Counter(
            name == null ? "" : name,
            kind == null ? CounterKind.OFF_CORE : kind,
            scope == null ? Scope.THREAD : scope,
            bits,
            mayCrash,
            scaling);
    return new Counter(source, name, kind, scope, mayCrash, bits, hz, "");
  }

  private static String field(String[] fields, int index) {
    return index < fields.length ? fields[index] : "";
  }

  private static <T extends Enum<T>> @Nullable T constant(T[] values, String[] fields, int index) {
    for (T value : values) {
      if (value.name().equals(field(fields, index))) {
        return value;
      }
    }
    return null;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0; // a provider has written to the pipe
    }
  }
}
