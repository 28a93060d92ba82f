// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.LinkedReads;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a counter that opens is scaled, measured or rejected. */
class MeasurementRulesTest {

  private static final long HZ = 3_000_000_000L;

  private static final CounterSource PLAIN = TestCounter.of("plain", CounterKind.OFF_CORE, () -> 1);

  private static TickSource rising(long step) {
    long[] now = {0};
    return () -> now[0] += step;
  }

  private static Measurement of(int bits, @Nullable Scaling scaling, TickSource ticks) {
    return Measurement.of(PLAIN, bits, scaling, ticks, HZ, 2);
  }

  @Test
  void rejectsOtherWidthsThan32And64AndNoScaling() {
    for (int bits : new int[] {0, 31, 33, 63, 65}) {
      Measurement odd = of(bits, Scaling.none(), rising(1));
      assertThat(odd.precision().problem()).isEqualTo(Problem.BAD_WIDTH);
      assertThat(odd.bits()).isEqualTo(bits);
      assertThat(odd.precision().cycles()).isZero();
    }
    assertThat(of(64, null, rising(1)).precision().problem()).isEqualTo(Problem.NO_SCALING);
    assertThat(of(32, Scaling.none(), rising(1)).precision().problem()).isEqualTo(Problem.NONE);
  }

  @Test
  void scalesKnownRatesExactlyAndNoCycles() {
    Measurement cycles = of(64, Scaling.none(), rising(7));
    assertThat(cycles.cyclesPerTick()).isEqualTo(Ratio.ONE);
    assertThat(cycles.precision()).extracting(Precision::cycles).isEqualTo(7L);
    assertThat(cycles.inC()).isFalse();
    Measurement third = of(64, Scaling.ticksPerSecond(1_000_000_000), rising(7));
    assertThat(third.cyclesPerTick()).isEqualTo(Ratio.of(3, 1));
    assertThat(third.precision()).extracting(Precision::cycles).isEqualTo(21L);
    assertThat(third.deniedHz()).as("a third party's rate is believed").isZero();
  }

  /**
   * As a machine may report it; that of a system's clock or of cycles stands in its manual. Too
   * fast for every denominator: a search among them ends sooner than one that stands still.
   */
  @ParameterizedTest
  @EnumSource
  void comparesRateOfProcessorsClockOnly(CounterKind kind) {
    CounterSource ours =
        new NativeCounterSource("ours", kind, Scope.SYSTEM, SelectorLibrary.LIBRARY) {
          @Override
          protected long address(int function) {
            return 0;
          }

          @Override
          protected long read(Function function) {
            return 0;
          }
        };
    Scaling rate = Scaling.ticksPerSecond(1_000_000_000);
    TickSource tooFast = rising(10_000_000_000_000_000L);
    Measurement measured = Measurement.of(ours, 64, rate, tooFast, HZ, 2);
    boolean isDenied = kind == CounterKind.OFF_CORE;
    assertThat(measured.cyclesPerTick()).isEqualTo(isDenied ? null : Ratio.of(3, 1));
    assertThat(measured.precision().problem() == Problem.NO_MULTIPLIER).isEqualTo(isDenied);
  }

  @Test
  void findsMultiplierByTheClock() {
    LongSupplier clock = System::nanoTime;
    Measurement third = of(64, Scaling.findMultiplier(), clock::getAsLong);
    assertThat(third.cyclesPerTick()).isEqualTo(Ratio.of(3, 1));
    assertThat(third.precision().problem()).isEqualTo(Problem.NONE);
  }

  @Test
  void boundsTheNumberOfReads() {
    assertThat(Measurement.readsInC(1)).isEqualTo(Sampler.READS + 1);
    assertThat(Measurement.readsInC(10)).isEqualTo(10 * Sampler.READS + 1);
    int rest = ObservedRate.READS + LinkedReads.MAX_READS;
    int each = Precision.ATTEMPTS * Sampler.READS;
    assertThat(Measurement.readsFromJava(0.5)).isEqualTo(5 * (20_000 + each) + rest);
    assertThat(Measurement.readsFromJava(99)).isEqualTo(5 * (20_000 + each) + rest);
    assertThat(Measurement.readsFromJava(100)).isEqualTo(20_000 + each + rest);
    assertThat(Measurement.readsFromJava(800)).isEqualTo(10_000 + each + rest);
  }

  /** A window takes at least 0.5 ms: at most 2000 times the step of a counter of calls. */
  @Test
  void observesOnlyTheRateOfWhatWasMeasuredFromJava() {
    Measurement measured = of(64, Scaling.none(), rising(5));
    JavaMeasurement seen = measured.fromJava(rising(5));
    assertThat(seen.precision()).isNull();
    assertThat(seen.observedHz()).isGreaterThan(0).isLessThanOrEqualTo(10_000);
    assertThat(seen.events()).isNull();
    assertThat(seen.notLinked()).isEmpty();
    assertThat(seen.obstacle()).isNull();
    EventState state = new EventState(1, 1, true);
    TickSource events = FakeTicks.ofEvents(rising(5)::ticks, () -> state);
    assertThat(measured.fromJava(events).events()).isSameAs(state);
  }

  @Test
  void measuresFromJavaWhatWasMeasuredInC() {
    Precision inC = new Precision(3, Problem.NONE, 0, 1, 800);
    Measurement measured = new Measurement(64, Ratio.ONE, 0, inC, true, null, 0);
    JavaMeasurement seen = measured.fromJava(new FakeTicks(rising(4)::ticks, 0, 0, () -> null));
    assertThat(seen.precision()).extracting(Precision::cycles).isEqualTo(4L);
    assertThat(seen.typicalCycles()).isEqualTo(4);
    assertThat(measured.fromJava(rising(4)).precision()).as("no native counter").isNull();
    Measurement inJava = new Measurement(64, Ratio.ONE, 0, inC, false, null, 0);
    TickSource again = new FakeTicks(rising(4)::ticks, 0, 0, () -> null);
    assertThat(inJava.fromJava(again).precision()).isNull();
    Measurement unmeasured =
        new Measurement(64, Ratio.ONE, 0, Precision.none(Problem.SHARED), true, null, 0);
    assertThat(unmeasured.fromJava(again).precision()).isNull();
  }
}
