// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Compares the times of runs with one secret and with others, in random order. Means are compared
 * as they are, without the slowest runs, which say more about the machine, and the squares of the
 * differences from the mean, for secrets that change how much times vary. An alarm counts if fresh
 * measurements give it again, by the same statistic and with the same sign.
 */
final class Timing implements Judge {

  /** In standard errors: with all statistics and machines that are busy. */
  private static final double ALARM = 10;

  /** Below it, the distribution of t is not yet normal for what is skewed. */
  private static final int MIN_COUNT = 500;

  private static final int ROUNDS = 4;
  private static final int BATCHES = 100;
  private static final int BATCH = 1000;
  private static final int EXPLORED = 25;

  /** Of one round. */
  private static final long LIMIT_NS = 3_000_000_000L;

  /** Statistic 0 takes all times, the last one their squares, the others the fastest ones. */
  private static final int CROPS = 12;

  private final Random random = new Random(11);
  private final long[] limits = new long[CROPS];

  @Override
  public String obstacle() {
    return "";
  }

  @Override
  public Judgement judge(Subject subject, Set<String> accepted)
      throws IOException, OperationFailure {
    List<byte[]> secrets = Secrets.comparable(subject);
    if (secrets.size() < 2) {
      return new Judgement(List.of(), 0, "no two secrets have the same declassified bytes", "");
    }
    List<byte[]> ordered = explore(subject, secrets);
    for (int round = 0; round < ROUNDS; round++) {
      // The slowest secret against all, then the fastest one.
      byte[] fixed = ordered.get(round % 2 == 0 ? ordered.size() - 1 : 0);
      Welch[] first = measure(subject, fixed, secrets);
      int alarm = worst(first);
      if (Math.abs(first[alarm].t(MIN_COUNT)) < ALARM) {
        continue;
      }
      Welch again = measure(subject, fixed, secrets)[alarm];
      if (Math.abs(again.t(MIN_COUNT)) >= ALARM
          && again.t(MIN_COUNT) * first[alarm].t(MIN_COUNT) > 0) {
        Finding finding = new Finding(Technique.TIMING, Finding.Kind.TIME, List.of());
        return new Judgement(List.of(finding), 0, "", worth(again, alarm));
      }
    }
    return new Judgement(List.of(), 0, "", "");
  }

  private static String worth(Welch welch, int statistic) {
    double ticks =
        statistic < CROPS
            ? welch.difference()
            : Math.sqrt(welch.mean(1)) - Math.sqrt(welch.mean(0));
    return String.format(
        Locale.ROOT,
        "secrets differ by %.1f ticks of the time-stamp counter in the %s, t is %.0f",
        Math.abs(ticks),
        statistic < CROPS ? "mean" : "standard deviation",
        Math.abs(welch.t(MIN_COUNT)));
  }

  /** Returns the secrets, fastest first as far as a few measurements tell, and sets the crops. */
  private List<byte[]> explore(Subject subject, List<byte[]> secrets) throws OperationFailure {
    long[][] times = new long[secrets.size()][EXPLORED];
    for (int i = 0; i < EXPLORED; i++) {
      for (int k = 0; k < times.length; k++) {
        times[k][i] = subject.time(secrets.get(k));
      }
    }
    long[] all = Arrays.stream(times).flatMapToLong(Arrays::stream).sorted().toArray();
    limits[0] = Long.MAX_VALUE;
    for (int i = 1; i < CROPS; i++) {
      limits[i] = all[(int) (all.length * (1 - Math.pow(0.5, 0.8 * i)))]; // 43 % to 99.8 %
    }
    Arrays.stream(times).forEach(Arrays::sort);
    return IntStream.range(0, times.length)
        .boxed()
        .sorted(Comparator.comparing(k -> times[k][EXPLORED / 2]))
        .map(secrets::get)
        .toList();
  }

  private Welch[] measure(Subject subject, byte[] fixed, List<byte[]> secrets)
      throws OperationFailure {
    Welch[] statistics = new Welch[CROPS + 1];
    Arrays.setAll(statistics, i -> new Welch());
    // Copied before they are measured: what is done there for either kind is the same.
    byte[][] batch = new byte[BATCH][fixed.length];
    int[] kinds = new int[BATCH];
    long[] times = new long[BATCH];
    long begin = System.nanoTime();
    for (int i = 0; i < BATCHES && System.nanoTime() - begin < LIMIT_NS; i++) {
      for (int k = 0; k < BATCH; k++) {
        kinds[k] = random.nextInt(2);
        byte[] other = secrets.get(random.nextInt(secrets.size()));
        System.arraycopy(kinds[k] == 0 ? fixed : other, 0, batch[k], 0, fixed.length);
      }
      for (int k = 0; k < BATCH; k++) {
        times[k] = subject.time(batch[k]);
      }
      for (int k = 0; k < BATCH; k++) {
        add(statistics, kinds[k], (double) times[k]);
      }
    }
    return statistics;
  }

  private void add(Welch[] statistics, int kind, double time) {
    for (int i = 0; i < CROPS; i++) {
      if (time <= limits[i]) {
        statistics[i].add(kind, time);
      }
    }
    if (time <= limits[CROPS - 1]) {
      double difference = time - statistics[CROPS - 1].mean(kind);
      statistics[CROPS].add(kind, difference * difference);
    }
  }

  private static int worst(Welch[] statistics) {
    int worst = 0;
    for (int i = 1; i < statistics.length; i++) {
      if (Math.abs(statistics[i].t(MIN_COUNT)) > Math.abs(statistics[worst].t(MIN_COUNT))) {
        worst = i;
      }
    }
    return worst;
  }
}
