package org.cyclecounter.selector.scoring;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * Tries counters in this process, one after the other in their order: opens, scales, measures. A
 * counter that may crash must have been run elsewhere before.
 */
public final class Trials {

  private static final long LIMIT_MS = 5_000;
  private static final long SEARCH_LIMIT_NS = 2_000_000_000L;
  private static final int LONGEST_REASON = 1000;

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

  /**
   * Opens a counter only, within a time limit.
   *
   * @param candidate the counter
   * @return an empty string if it opens, the reason if it does not
   */
  public String whyNotOpen(Candidate candidate) {
    return limited(
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
        limited(
            () -> measure(candidate), reason -> Trial.rejected(candidate, reason, Duration.ZERO));
    Duration cost = Duration.ofNanos(System.nanoTime() - start);
    if (trial.usable()) {
      usable++;
    }
    return trial.plus(cost);
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
    Ratio cyclesPerTick = trial.cyclesPerTick();
    if (source == null || cyclesPerTick == null) {
      return trial;
    }
    return limited(
        () ->
            working(
                trial.candidate(),
                source,
                cyclesPerTick,
                trial.bits(),
                trial.measured().again(source, trial.bits(), cyclesPerTick),
                trial.penaltyCycles(),
                trial.note(),
                trial.cost()),
        reason -> {
          source.close();
          return Trial.rejected(trial.candidate(), reason, trial.cost());
        });
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

  private Trial measure(Candidate candidate, TickSource source) {
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
    Precision precision = Precision.measure(source, bits, cyclesPerTick);
    if (precision.cycles() == 0) {
      return new Trial(
          candidate,
          null,
          cyclesPerTick,
          bits,
          precision,
          0,
          "",
          precision.problem(),
          Duration.ZERO);
    }
    long penalty = scoring.penaltyCycles(candidate.kind(), scaling, bits, usable);
    String note =
        scaling instanceof Scaling.TicksPerSecond rate
                && !cyclesPerTick.equals(Ratio.of(cyclesPerSecond, rate.hz()))
            ? "; it does not tick at the " + rate.hz() + " Hz that the machine tells"
            : "";
    return working(candidate, source, cyclesPerTick, bits, precision, penalty, note, Duration.ZERO);
  }

  private static Trial working(
      Candidate candidate,
      TickSource source,
      Ratio cyclesPerTick,
      int bits,
      Precision precision,
      long penalty,
      String note,
      Duration cost) {
    String reason = "works: " + precision.cycles() + " cycles apart, penalty " + penalty + note;
    return new Trial(
        candidate, source, cyclesPerTick, bits, precision, penalty, note, reason, cost);
  }

  /** A rate that the machine tells and the clock denies is searched for. */
  private @Nullable Ratio ratio(Candidate candidate, Scaling scaling, TickSource source, int bits) {
    if (scaling instanceof Scaling.TicksPerSecond rate) {
      boolean byTheMachine =
          candidate.source() instanceof NativeCounterSource
              && candidate.kind() == CounterKind.OFF_CORE;
      return byTheMachine && !RateCheck.agrees(unwrapped(source, bits), rate.hz(), System::nanoTime)
          ? search(source, bits)
          : Ratio.of(cyclesPerSecond, rate.hz());
    }
    return scaling instanceof Scaling.FindMultiplier ? search(source, bits) : Ratio.ONE;
  }

  private @Nullable Ratio search(TickSource source, int bits) {
    return new MultiplierSearch(System::nanoTime, SEARCH_LIMIT_NS)
        .find(unwrapped(source, bits), cyclesPerSecond)
        .orElse(null);
  }

  // During a search a 32-bit counter is read often enough to add up its differences.
  private static LongSupplier unwrapped(TickSource source, int bits) {
    if (bits == 64) {
      return source::ticks;
    }
    long[] total = {source.ticks() & 0xffff_ffffL};
    return () -> total[0] += (int) source.ticks() - (int) total[0] & 0xffff_ffffL;
  }

  private <T> T limited(Callable<T> task, Function<String, T> rejection) {
    try {
      return Worker.run(task, LIMIT_MS);
    } catch (TimeoutException e) {
      return rejection.apply("it did not return within " + LIMIT_MS / 1000 + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return rejection.apply("the thread that selects was interrupted while it was tried");
    } catch (ExecutionException e) {
      return rejection.apply(reason(e.getCause()));
    }
  }

  private static String reason(@Nullable Throwable e) {
    String text =
        e instanceof CounterUnavailableException && e.getMessage() != null
            ? e.getMessage()
            : "it threw " + e;
    String clean = text.replaceAll("\\p{Cntrl}+", " ");
    return clean.length() <= LONGEST_REASON ? clean : clean.substring(0, LONGEST_REASON) + "...";
  }
}
