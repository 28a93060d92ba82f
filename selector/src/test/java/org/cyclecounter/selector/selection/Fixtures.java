// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.ThirdParties;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/** Candidates and their states as a test writes them. */
final class Fixtures {

  static final CycleCounterProvider OURS = new MiscProvider();
  static final CycleCounterProvider THEIRS = () -> List.of();

  static final Rejection NO = Rejection.of(Rejection.Code.SAID, "no");

  private Fixtures() {}

  /** The defaults, for a processor of 1 GHz. */
  static Settings settings(Set<String> include, Scoring scoring) {
    return new Settings(
        null, include, Set.of(), 1_000_000_000, scoring, Isolation.AUTO, Scope.THREAD, true, 0);
  }

  /** One of this project's, which this machine has or has not. */
  static final class Packaged extends NativeCounterSource {
    private final String whyNot;
    private final boolean isForThisProcessor;

    Packaged(String whyNot) {
      this(whyNot, true);
    }

    @SuppressWarnings("NullAway") // the library is not asked
    Packaged(String whyNot, boolean isForThisProcessor) {
      super("packaged", CounterKind.ON_CORE, Scope.SYSTEM, null);
      this.whyNot = whyNot;
      this.isForThisProcessor = isForThisProcessor;
    }

    @Override
    public boolean isForThisProcessor() {
      return isForThisProcessor;
    }

    /** One that is not for this processor is not for this system either. */
    @Override
    public boolean isForThisSystem() {
      return isForThisProcessor;
    }

    @Override
    public String instruction() {
      return "READ";
    }

    @Override
    protected long address(int function) {
      return 0;
    }

    @Override
    protected long read(Function function) {
      return 0;
    }

    @Override
    protected void checkPlatform() throws CounterUnavailableException {
      if (!whyNot.isEmpty()) {
        throw new CounterUnavailableException(whyNot);
      }
    }
  }

  static Candidate candidate(
      CycleCounterProvider provider, CounterSource source, boolean mayCrash) {
    return candidate(false, provider, source, mayCrash);
  }

  /** One that was found, a third party's if the provider is not ours. */
  static Candidate found(CycleCounterProvider provider, CounterSource source, boolean mayCrash) {
    return candidate(true, provider, source, mayCrash);
  }

  private static Candidate candidate(
      boolean isFound, CycleCounterProvider provider, CounterSource source, boolean mayCrash) {
    Class<?> type = provider.getClass();
    return new Candidate(
        ThirdParties.provider(
            new ThirdParties.Found(type.getName(), isFound, type, () -> provider)),
        source,
        source.name(),
        source.kind(),
        source.scope(),
        mayCrash,
        Families.has(type));
  }

  static Candidate candidate(String name, CounterKind kind, boolean mayCrash) {
    return candidate(THEIRS, TestCounter.of(name, kind, () -> 1), mayCrash);
  }

  static Measurement measured(long cycles, int bits, Ratio cyclesPerTick) {
    Precision precision = new Precision(cycles, Problem.NONE, 0, 1, 1.0);
    return new Measurement(bits, cyclesPerTick, 0, precision, false, null, 0);
  }

  static CandidateState works(Candidate candidate, long cycles) {
    return works(candidate, cycles, () -> 1);
  }

  static CandidateState works(Candidate candidate, long cycles, @Nullable TickSource source) {
    return measured(candidate, source, measured(cycles, 64, Ratio.ONE));
  }

  static CandidateState measured(
      Candidate candidate, @Nullable TickSource source, Measurement measurement) {
    CandidateState state = new CandidateState(candidate);
    state.take(source, measurement, null, null, null);
    return state;
  }

  static CandidateState rejected(Candidate candidate, @Nullable Obstacle obstacle) {
    CandidateState state = new CandidateState(candidate);
    state.reject(NO, obstacle);
    return state;
  }

  /** Reads a clock, as if it were these counters; no counter for the last resort. */
  static Installation installed(CandidateState... chain) {
    CycleCounter clock = ScaledClock.of(1, true);
    List<Part> parts =
        Stream.of(chain)
            .map(one -> new Part(one.candidate(), () -> 1, one.measurement, 1, false))
            .toList();
    return new Installation(clock, null, parts, List.of());
  }
}
