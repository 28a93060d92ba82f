// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * Of the counters in the faults' JAR, of which the tests have no class to compile with, one for
 * each rule of the kit of tests that is about counters; in two providers, which run side by side,
 * and one for a limit of its own.
 */
public final class FaultOfEachRule {

  private static final List<String> PROVIDERS =
      List.of("Mistakes", "OddCounters", "NativeFaults", "JavaFaults", "Careless");

  private FaultOfEachRule() {}

  private static List<CounterSource> named(String... names) {
    return PROVIDERS.stream()
        .flatMap(FaultOfEachRule::counters)
        .filter(counter -> List.of(names).contains(counter.name()))
        .toList();
  }

  private static Stream<CounterSource> counters(String provider) {
    String type = "com.example.faults." + provider;
    try {
      Object faults = Class.forName(type).getConstructor().newInstance();
      return ((CycleCounterProvider) faults)
          .counters().stream().filter(counter -> !isNameless(counter));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is not on the path", e);
    }
  }

  private static boolean isNameless(CounterSource counter) {
    try {
      return counter.name() == null;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** The first seven share a child process. */
  public static final class Early implements CycleCounterProvider {

    /** For another process to make its own. */
    public Early() {}

    @Override
    public List<CounterSource> counters() {
      return FaultOfEachRule.named(
          "fault-line\nbreak",
          "fault-bits",
          "fault-null-open",
          "fault-null-scaling",
          "fault-lying-native",
          "fault-sigsegv",
          "fault-exception",
          "careless-locale",
          "fault-later-exception",
          "fault-constant",
          "careless-rate",
          "careless-unit",
          "careless-allocation");
    }
  }

  /** Those of the later rules. */
  public static final class Late implements CycleCounterProvider {

    /** For another process to make its own. */
    public Late() {}

    @Override
    public List<CounterSource> counters() {
      return FaultOfEachRule.named(
          "careless-width",
          "careless-sources",
          "careless-lock",
          "careless-threads",
          "careless-close",
          "careless-descriptor",
          "careless-main-thread");
    }
  }

  /** The one that takes too long for a selection. */
  public static final class Slow implements CycleCounterProvider {

    /** For another process to make its own. */
    public Slow() {}

    @Override
    public List<CounterSource> counters() {
      return FaultOfEachRule.named("careless-slow");
    }
  }
}
