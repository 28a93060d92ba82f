// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.instructions.stepping.Stepper;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * The method TIMING: compares the times of runs with one secret and with others, in random order.
 * Means are compared as they are, without the slowest runs, which say more about the machine, and
 * the squares of the differences from the mean, for secrets that change how much times vary. An
 * alarm counts if fresh measurements give it again, by the same statistic and with the same sign.
 */
final class TimingDetector implements Detector {

  /** The alarm in standard errors, which no busy machine reaches by chance with any statistic. */
  private static final double ALARM = 10;

  /** The fewest times of a kind: with fewer, skewed times give no normal distribution of t. */
  private static final int MIN_COUNT = 500;

  private static final int ROUNDS = 4;
  private static final int BATCHES = 100;
  private static final int BATCH = 1000;

  /** The limit of one round. */
  private static final long LIMIT_NS = 3_000_000_000L;

  /** Statistic 0 takes all times, the last one their squares, the others the fastest ones. */
  private static final int CROPS = 12;

  private final Random random = new Random(11);
  private final long[] limits = new long[CROPS];
  private final LongSupplier clockNs;

  /** Takes the clock of a round's limit. */
  TimingDetector(LongSupplier clockNs) {
    this.clockNs = clockNs;
  }

  /** A run with a secret, which returns its time. */
  interface TimedRun {
    long of(byte[] secret) throws CountFailure;
  }

  @Override
  public Detection detect(SecretRuns subject, Set<String> accepted)
      throws IOException, CountFailure {
    return judge(subject::run, Secrets.comparable(subject));
  }

  /** Judges by runs with these secrets, which have the same declassified bytes. */
  Detection judge(TimedRun run, List<byte[]> secrets) throws IOException, CountFailure {
    if (secrets.size() < 2) {
      return Detection.impossible(Secrets.NONE_COMPARABLE);
    }
    setLimits(run, secrets);
    int rounds = Math.min(ROUNDS, secrets.size());
    for (int round = 0; round < rounds; round++) {
      ParentPipe.send("PROGRESS", Integer.toString(100 + 100 * round / rounds));
      byte[] fixed = secrets.get(round);
      Welch[] first = measure(run, fixed, secrets);
      int worst =
          IntStream.range(0, first.length)
              .boxed()
              .max(Comparator.comparing(i -> Math.abs(first[i].t(MIN_COUNT))))
              .orElseThrow();
      double t = first[worst].t(MIN_COUNT);
      if (Math.abs(t) >= ALARM) {
        Welch again = measure(run, fixed, secrets)[worst];
        if (again.t(MIN_COUNT) * Math.signum(t) >= ALARM) {
          Place place = new Place(Place.Kind.TIME, List.of(), Method.TIMING);
          return new Detection(List.of(place), Long.MAX_VALUE, true, worth(again, worst == CROPS));
        }
      }
    }
    return new Detection(List.of(), Long.MAX_VALUE, true, "");
  }

  private static String worth(Welch welch, boolean isOfSquares) {
    return SteppingSentences.sentence(
        "the %s of secrets differ by %.1f %s, t is %.0f",
        isOfSquares ? "standard deviations" : "mean times",
        isOfSquares ? Math.sqrt(welch.mean(1)) - Math.sqrt(welch.mean(0)) : welch.difference(),
        Stepper.isLoaded() ? "ticks of the time-stamp counter" : "nanoseconds",
        welch.t(MIN_COUNT));
  }

  private void setLimits(TimedRun run, List<byte[]> secrets) throws CountFailure {
    long[] times = new long[BATCH];
    for (int i = 0; i < BATCH; i++) {
      times[i] = run.of(secrets.get(i % secrets.size()));
    }
    Arrays.sort(times);
    Arrays.setAll(limits, i -> times[(int) (BATCH * (1 - Math.pow(0.5, 0.8 * i)))]);
    limits[0] = Long.MAX_VALUE; // the others leave 43 % to 99.8 %
  }

  private Welch[] measure(TimedRun run, byte[] fixed, List<byte[]> secrets) throws CountFailure {
    Welch[] statistics = new Welch[CROPS + 1];
    Arrays.setAll(statistics, i -> new Welch());
    // Copied before they are measured: the work there is the same for both kinds.
    byte[][] batch = new byte[BATCH][fixed.length];
    int[] kinds = new int[BATCH];
    long[] times = new long[BATCH];
    long beginNs = clockNs.getAsLong();
    for (int i = 0; i < BATCHES && clockNs.getAsLong() - beginNs < LIMIT_NS; i++) {
      for (int k = 0; k < BATCH; k++) {
        kinds[k] = random.nextInt(2);
        byte[] other = secrets.get(random.nextInt(secrets.size()));
        System.arraycopy(kinds[k] == 0 ? fixed : other, 0, batch[k], 0, fixed.length);
      }
      for (int k = 0; k < BATCH; k++) {
        times[k] = run.of(batch[k]);
      }
      for (int k = 0; k < BATCH; k++) {
        for (int crop = 0; crop < CROPS; crop++) {
          if (times[k] <= limits[crop]) {
            statistics[crop].add(kinds[k], (double) times[k]);
          }
        }
        if (times[k] <= limits[CROPS - 1]) {
          double difference = (double) times[k] - statistics[CROPS - 1].mean(kinds[k]);
          statistics[CROPS].add(kinds[k], difference * difference);
        }
      }
    }
    return statistics;
  }
}
