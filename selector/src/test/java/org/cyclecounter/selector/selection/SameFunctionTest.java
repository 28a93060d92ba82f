// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.isolation.ScriptedLeaf;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters of one C function, and of a scope that the machine contradicts. */
class SameFunctionTest {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-crash-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** Differences of the same function are others each time it is opened. */
  private static final class Leaf extends NativeCounterSource {
    private final long step;
    private final String narrowingReason;
    private String whyNot = "";
    private boolean isLeaf = true;
    private long nominalHz;

    Leaf(String name, long step, String narrowingReason) {
      super(name, CounterKind.OFF_CORE, Scope.SYSTEM, LIBRARY);
      this.step = step;
      this.narrowingReason = narrowingReason;
    }

    /** As a counter of perf events, whose function is no leaf. */
    static Leaf without(String name, long step) {
      Leaf leaf = new Leaf(name, step, "");
      leaf.isLeaf = false;
      return leaf;
    }

    Leaf refusing(String reason) {
      whyNot = reason;
      return this;
    }

    @Override
    protected void check() throws CounterUnavailableException {
      if (!whyNot.isEmpty()) {
        throw new CounterUnavailableException(whyNot);
      }
    }

    @Override
    protected long address(int function) {
      boolean isAbsent = function == Function.ENTRY_POINT.ordinal() && !isLeaf;
      return isAbsent ? 0 : ScriptedLeaf.address();
    }

    @Override
    protected long read(Function function) {
      return ScriptedLeaf.next();
    }

    @Override
    protected TickSource wrap(NativeTicks reads) {
      ScriptedLeaf.begin(0, new long[] {step});
      return nominalHz > 0 ? System::nanoTime : reads;
    }

    @Override
    public String narrowingReason() {
      return narrowingReason;
    }

    @Override
    public long nominalHz() {
      return nominalHz;
    }
  }

  @BeforeEach
  void needsALibrary() throws Exception {
    ScriptedLeaf.assumePackaged();
  }

  private static CycleCounterSelector.Builder builder(Leaf... counters) {
    return CycleCounterSelector.builder()
        .providers(List.of(new MiscProvider(List.of(counters))))
        .cyclesPerSecond(1_000_000_000);
  }

  /**
   * As amd64-tsc and amd64-tscasm, of which chance would choose one; as amd64-pmc and
   * amd64-perfpmc.
   */
  @Test
  void measuresFunctionOnceUnderTwoNames() {
    for (Selected selected :
        List.of(
            builder(new Leaf("first", 9, ""), new Leaf("second", 5, "")).build().select(),
            inProcess(Leaf.without("first", 9), Leaf.without("second", 5)))) {
      assertThat(selected.counter().implementation()).isEqualTo("first");
      assertThat(selected.report().counters())
          .extracting(CounterReport::precision)
          .containsExactly(109L, 109L);
      assertThat(selected.report().counters().get(1).reason())
          .contains("penalty 100; as good as first, which stands earlier");
    }
  }

  @Test
  void rejectsBothNamesOfAFunctionThatStoodStill() {
    Selected selected = inProcess(Leaf.without("first", 0), Leaf.without("second", 5));
    assertThat(selected.report().counters().subList(0, 2))
        .extracting(CounterReport::verdict)
        .containsOnly(Verdict.REJECTED);
    assertThat(selected.report().counters().get(1).reason())
        .isEqualTo(selected.report().counters().get(0).reason())
        .startsWith("it stands still");
  }

  /** As amd64-perfpmc, which refuses Intel's processors, and amd64-pmc. */
  @Test
  void measuresSecondNameIfTheFirstIsRefused() {
    Selected selected =
        inProcess(Leaf.without("first", 9).refusing("another maker's"), Leaf.without("second", 5));
    assertThat(selected.counter().implementation()).isEqualTo("second");
    assertThat(selected.report().counters())
        .extracting(CounterReport::precision)
        .containsExactly(0L, 105L);
  }

  private static Selected inProcess(Leaf... counters) {
    return builder(counters).isolation(Isolation.NONE).build().select();
  }

  @Test
  void narrowsScopeThatMachineContradicts() {
    Leaf narrowed = new Leaf("narrowed", 1, "cores differ");
    Selected selected =
        builder(narrowed, new Leaf("whole", 1, "")).minimumScope(Scope.CORE).build().select();
    assertThat(selected.counter().implementation()).isEqualTo("narrowed");
    assertThat(selected.counter().scope()).isEqualTo(Scope.CORE);
    CounterReport report = selected.report().counters().get(0);
    assertThat(report.scope()).isEqualTo(Scope.CORE);
    assertThat(report.reason()).contains("; scope core: cores differ");
    assertThat(selected.report().counters().get(1).scope()).isEqualTo(Scope.SYSTEM);
  }

  @Test
  void rejectsCounterThatIsNarrowedTooFar() {
    Selected selected =
        builder(new Leaf("narrowed", 1, "cores differ"), new Leaf("whole", 7, ""))
            .minimumScope(Scope.SYSTEM)
            .build()
            .select();
    assertThat(selected.counter().implementation()).isEqualTo("whole");
    CounterReport report = selected.report().counters().get(0);
    assertThat(report.verdict()).isEqualTo(Verdict.REJECTED);
    assertThat(report.scope()).isEqualTo(Scope.CORE);
    assertThat(report.reason())
        .startsWith(
            "its readings are comparable on one core only; requested: system; cores differ");
  }

  /** The clock, whose rate is known, in the place of the function. */
  @Test
  void scalesByTheNominalRateInTheNewerRelease() {
    Leaf leaf = new Leaf("leaf", 5, "");
    leaf.nominalHz = 1_000_000_000;
    for (Scoring scoring : Scoring.values()) {
      Selected selected =
          builder(leaf)
              .isolation(Isolation.NONE)
              .cyclesPerSecond(3_000_000_000L)
              .scoring(scoring)
              .build()
              .select();
      assertThat(selected.report().counters().get(0).scaling())
          .as(scoring + ": " + selected.report().counters().get(0).reason())
          .isEqualTo(scoring == Scoring.LIBCPUCYCLES_20260901 ? 3 : 1);
    }
  }
}
