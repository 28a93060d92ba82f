package org.cyclecounter.selector.scoring;

import java.time.Duration;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.limits.Limited;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * Tries counters in this process, one after the other in their order: opens, scales, measures. A
 * counter that may crash must have been run elsewhere before.
 */
public final class Trials {

  private static final long SEARCH_LIMIT_NS = 2_000_000_000L;

  private final Scoring scoring;
  private final long cyclesPerSecond;
  private int usable;

  /**
   * Prepares.
   *
   * @param scoring the penalties
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   */
  public Trials(Scoring scoring, long cyclesPerSecond) {
    this.scoring = scoring;
    this.cyclesPerSecond = cyclesPerSecond;
  }

  /** Loads what a trial will need. */
  public static void preload() {
    Class<?>[] classes = {
      Trial.class,
      Ratio.class,
      AtOnce.class,
      Sampler.class,
      NativeSampler.class,
      Precision.class,
      Differences.class
    };
    assert classes.length > 0;
  }

  /**
   * Opens a counter only, within a time limit.
   *
   * @param candidate the counter
   * @return an empty string if it opens, the reason if it does not
   */
  public String whyNotOpen(Candidate candidate) {
    return Limited.run(
        () -> {
          candidate.source().open().close();
          return "";
        },
        reason -> reason);
  }

  /**
   * Tries a counter.
   *
   * @param candidate the counter
   * @return what came of it; whatever the counter throws is a reason in it
   */
  public Trial run(Candidate candidate) {
    long start = System.nanoTime();
    Trial trial =
        Limited.run(
            () -> measure(candidate), reason -> Trial.rejected(candidate, reason, Duration.ZERO));
    Duration cost = Duration.ofNanos(System.nanoTime() - start);
    if (trial.usable()) {
      usable++;
    }
    return trial.plus("", cost);
  }

  /**
   * Measures a working counter a second time. By now the JVM has compiled what the first
   * measurement may have run interpreted: two names of one instruction would differ by chance only.
   *
   * @param trial the first trial
   * @return the same with the smaller precision; unchanged where the counter does not work
   */
  public Trial again(Trial trial) {
    TickSource source = trial.source();
    if (source == null) {
      return trial;
    }
    return Limited.run(
        () -> onceMore(trial),
        reason -> {
          source.close();
          return Trial.rejected(trial.candidate(), reason, trial.cost());
        });
  }

  static Trial onceMore(Trial trial) {
    Candidate candidate = trial.candidate();
    TickSource source = trial.source();
    Sampler sampler = trial.sampler();
    Ratio cyclesPerTick = trial.cyclesPerTick();
    if (source == null || sampler == null || cyclesPerTick == null) {
      return trial;
    }
    boolean mayDecrease = candidate.scope() == Scope.CORE;
    Precision measured = trial.measured().again(sampler, trial.bits(), cyclesPerTick, mayDecrease);
    if (measured.cycles() == 0) {
      source.close();
      return Trial.rejected(candidate, measured.problem(), trial.cost());
    }
    return Trial.working(
        candidate,
        source,
        sampler,
        cyclesPerTick,
        trial.bits(),
        measured,
        trial.inJava(),
        trial.penaltyCycles(),
        trial.note(),
        trial.cost());
  }

  /**
   * Measures a counter that was measured in C where a program reads it, too: in compiled Java code,
   * linked as a chosen counter is.
   *
   * @param trial a trial
   * @return the same, which says what a program sees; unchanged where that is known, cannot be had,
   *     or the counter does not work
   */
  public Trial inJava(Trial trial) {
    if (!(trial.source() instanceof NativeTicks natively)
        || !(trial.sampler() instanceof NativeSampler sampler)
        || trial.cyclesPerTick() == null
        || trial.inJava() > 0) {
      return trial;
    }
    Ratio cyclesPerTick = trial.cyclesPerTick();
    return Limited.run(
        () -> {
          Sampler inJava = JavaSampler.of(natively.linked());
          Precision precision = Precision.measure(inJava, trial.bits(), cyclesPerTick);
          return Trial.working(
              trial.candidate(),
              natively,
              sampler,
              cyclesPerTick,
              trial.bits(),
              trial.measured(),
              precision.cycles(),
              trial.penaltyCycles(),
              trial.note(),
              trial.cost());
        },
        reason -> trial);
  }

  /**
   * Tries a counter all at once: opens it, runs it natively where a crash hurts nobody, measures it
   * twice. For a first reading that is not to wait. On a thread of its own, with a time limit,
   * where it is a stranger's or sets something up for its thread.
   *
   * @param candidate a counter of a {@link NativeCounterSource}, or one that cannot crash
   * @return what came of it; null where it has to be tried in another way
   */
  public @Nullable Trial runAtOnce(Candidate candidate) {
    long start = System.nanoTime();
    if (candidate.isOurs() && candidate.source() instanceof NativeCounterSource packaged) {
      String reason = packaged.whyNotHere();
      if (!reason.isEmpty()) {
        return Trial.rejected(candidate, reason, Duration.ofNanos(System.nanoTime() - start));
      }
    }
    AtOnce task = new AtOnce(this, candidate);
    // A thread of its own costs as much as all of the trial: only where it is needed.
    boolean here = candidate.isOurs() && candidate.scope() != Scope.THREAD;
    Trial trial =
        here ? Limited.unlimited(task, task) : Limited.run(2 * Limited.seconds(), task, task);
    if (trial == null) {
      return null;
    }
    if (trial.usable()) {
      usable++;
    }
    return trial.plus("", Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Closes what a trial left open, within a time limit; whatever the counter does then is ignored.
   *
   * @param trial any trial
   */
  public static void close(Trial trial) {
    TickSource source = trial.source();
    if (source != null) {
      Limited.run(
          () -> {
            source.close();
            return "";
          },
          reason -> reason);
    }
  }

  private Trial measure(Candidate candidate) throws CounterUnavailableException {
    TickSource source = candidate.source().open();
    if (source == null) {
      return Trial.rejected(candidate, "open() gave null", Duration.ZERO);
    }
    Trial trial = null;
    try {
      trial = measure(candidate, source);
      return trial;
    } finally {
      if (trial == null || !trial.usable()) {
        source.close();
      }
    }
  }

  Trial measure(Candidate candidate, TickSource source) {
    int bits = candidate.source().bits();
    Scaling scaling = candidate.source().scaling();
    if (bits != 32 && bits != 64) {
      return Trial.rejected(candidate, "its bits() is " + bits + ", not 32 or 64", Duration.ZERO);
    }
    if (scaling == null) {
      return Trial.rejected(candidate, "its scaling() is null", Duration.ZERO);
    }
    source.ticks();
    Ratio cyclesPerTick = ratio(candidate, scaling, source, bits);
    if (cyclesPerTick == null) {
      return Trial.rejected(
          candidate,
          "no multiplier fits: it stands still, or the CPU's estimated frequency of "
              + cyclesPerSecond
              + " Hz is not close to a multiple of the counter's;"
              + " /etc/cpucyclespersecond can hold a better one",
          Duration.ZERO);
    }
    Sampler sampler = Sampler.of(source);
    Precision precision = Precision.measure(sampler, bits, cyclesPerTick);
    if (precision.cycles() == 0) {
      return Trial.failed(candidate, cyclesPerTick, bits, precision, Duration.ZERO);
    }
    long penalty = scoring.penaltyCycles(candidate.kind(), scaling, bits, usable);
    String note =
        scaling instanceof Scaling.TicksPerSecond rate
                && !cyclesPerTick.isEqualTo(Ratio.of(cyclesPerSecond, rate.hz()))
            ? "; it does not tick at the " + rate.hz() + " Hz that the machine tells"
            : "";
    return Trial.working(
        candidate,
        source,
        sampler,
        cyclesPerTick,
        bits,
        precision,
        0,
        penalty,
        note,
        Duration.ZERO);
  }

  /** A rate that the machine tells and the clock denies is searched for. */
  private @Nullable Ratio ratio(Candidate candidate, Scaling scaling, TickSource source, int bits) {
    if (scaling instanceof Scaling.TicksPerSecond rate) {
      boolean byTheMachine =
          candidate.source() instanceof NativeCounterSource
              && candidate.kind() == CounterKind.OFF_CORE;
      return byTheMachine
              && !RateCheck.agrees(Unwrapped.of(source, bits), rate.hz(), new Unwrapped.Clock())
          ? search(source, bits)
          : Ratio.of(cyclesPerSecond, rate.hz());
    }
    return scaling instanceof Scaling.FindMultiplier ? search(source, bits) : Ratio.ONE;
  }

  private @Nullable Ratio search(TickSource source, int bits) {
    return new MultiplierSearch(new Unwrapped.Clock(), SEARCH_LIMIT_NS)
        .find(Unwrapped.of(source, bits), cyclesPerSecond)
        .orElse(null);
  }
}
