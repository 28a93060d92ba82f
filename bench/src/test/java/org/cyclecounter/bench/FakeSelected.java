// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.bench.timer.Cycles;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterUnavailableException;

/** A selection that a test moves by hand: it can lose its counter, and share it. */
public class FakeSelected implements Selected, CycleCounter {

  private final String name;
  private final Counted counted;
  private final Scope scope;
  private final LongSupplier reading;
  private String reason = "works";
  private String implementation;
  private long above;
  private List<CounterReport> others = List.of();

  public OptionalDouble sharedFraction = OptionalDouble.empty();

  public FakeSelected(String name, Counted counted, Scope scope, LongSupplier reading) {
    this.name = name;
    this.counted = counted;
    this.scope = scope;
    this.reading = reading;
    implementation = name;
  }

  /** From now on the last resort is read, far above. */
  public void lose(String why) {
    loseTo("default-zero", why);
  }

  public void loseTo(String successor, String why) {
    reason = why;
    implementation = successor;
    above = 1L << 60;
  }

  /** A timer whose cycle subtimers are these, of which the first is in use. */
  static BuiltInTimer timer(LongSupplier nanos, FakeSelected... all) {
    Timers.Opener<Cycles> opener =
        name -> {
          for (FakeSelected one : all) {
            if (one.name.equals(name)) {
              return Cycles.of(name, one, List.of(name));
            }
          }
          throw new CounterUnavailableException("not in the test");
        };
    List<String> names = new ArrayList<>(Arrays.stream(all).map(one -> one.name).toList());
    try {
      return new BuiltInTimer(
          new Clock("a-clock", "a test's", true, nanos),
          opener.open(names.get(0)),
          List.of(),
          names,
          opener);
    } catch (CounterUnavailableException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public CycleCounter counter() {
    return this;
  }

  /** The report says this of other counters. */
  public FakeSelected beside(CounterReport... reports) {
    others = List.of(reports);
    return this;
  }

  public static CounterReport report(String name, Scope scope, Verdict verdict, String reason) {
    return report(name, scope, verdict, reason, OptionalDouble.empty());
  }

  private static CounterReport report(
      String name, Scope scope, Verdict verdict, String reason, OptionalDouble sharedFraction) {
    OptionalLong none = OptionalLong.empty();
    return new CounterReport(
        name,
        CounterKind.ON_CORE,
        scope,
        verdict,
        1,
        1,
        false,
        reason,
        Duration.ZERO,
        new Measured(none, none, 1, OptionalDouble.empty(), sharedFraction));
  }

  public static SelectionReport report(String implementation, List<CounterReport> counters) {
    return new SelectionReport("1", implementation, 1, "", counters, Duration.ZERO);
  }

  @Override
  public SelectionReport report() {
    Verdict verdict = implementation.equals(name) ? Verdict.SELECTED : Verdict.REJECTED;
    List<CounterReport> all = new ArrayList<>(others);
    all.add(0, report(name, scope, verdict, reason, sharedFraction));
    return report(implementation, all);
  }

  @Override
  public Optional<Counted> counted(String one) {
    return one.equals(name) ? Optional.of(counted) : Optional.empty();
  }

  @Override
  public Counted counted() {
    return implementation.equals(name) ? counted : Counted.TIME;
  }

  @Override
  public void close() {}

  @Override
  public long cycles() {
    return reading.getAsLong() + above;
  }

  @Override
  public long cyclesPerSecond() {
    return 3_000_000_000L;
  }

  @Override
  public String implementation() {
    return implementation;
  }

  @Override
  public Scope scope() {
    return scope;
  }
}
