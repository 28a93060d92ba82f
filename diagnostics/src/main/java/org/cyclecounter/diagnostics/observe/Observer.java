// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.report.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Observes counters: first each alone, then all in one common second, then between processors.
 *
 * <p>Counters alone come first, because each other thread or counter would disturb them; between
 * processors comes last, because it keeps two processors busy. A counter that throws is not
 * observed further; it never ends the observation of the others.
 */
public final class Observer {

  /** The rough part of the time after which each of the first two steps has ended. */
  private static final double EACH_ALONE = 0.3;

  private static final double SECOND = 0.8;

  /** All that {@link ReadingLoop} takes at once: a thousand differences. */
  private static final int READINGS = 1001;

  private static final int MAX_DIFFERENCES = 10_000;

  /** A tenth of a second for the differences of each counter. */
  private static final long LIMIT_NS = 100_000_000;

  private Observer() {}

  /** The results of observing one counter alone. */
  private record Alone(
      @Nullable Differences differences,
      List<InfoMeasurements.Observed> observed,
      String failure) {}

  /**
   * Observes on this machine for some two seconds, and some 40 ms more for each counter, on the
   * calling thread and, between processors, on two more. The progress receives from time to time
   * the part of the time that has passed, from 0 to 1; what it throws ends the observation.
   *
   * @param subjects any number; the second that they share is as long for many as for one
   * @return one for each, in their order
   */
  public static List<Observation> observe(List<ObservedCounter> subjects, DoubleConsumer progress) {
    return observe(subjects, progress, System::nanoTime, new BoundThreads());
  }

  /** Observes by a clock of nanoseconds that never decreases, on scripted processors. */
  static List<Observation> observe(
      List<ObservedCounter> subjects,
      DoubleConsumer progress,
      LongSupplier clock,
      Processors processors) {
    progress.accept(0);
    List<Alone> alone = new ArrayList<>();
    for (ObservedCounter subject : subjects) {
      alone.add(alone(subject, clock));
      progress.accept(EACH_ALONE * alone.size() / subjects.size());
    }
    List<CycleCounter> counters = subjects.stream().map(ObservedCounter::counter).toList();
    List<@Nullable Drift> drifts = DriftSampler.of(counters, clock);
    progress.accept(SECOND);
    List<@Nullable Crossing> crossings = Crossings.of(counters, processors);
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      ObservedCounter subject = subjects.get(i);
      Alone result = alone.get(i);
      observations.add(
          new Observation(
              subject.name(),
              subject.counter().scope(),
              result.differences(),
              drifts.get(i),
              crossings.get(i),
              result.observed(),
              result.failure(),
              // Asked last: another name now means that some of the numbers are its.
              subject.counter().implementation()));
    }
    progress.accept(1);
    return observations;
  }

  private static Alone alone(ObservedCounter subject, LongSupplier clock) {
    try {
      Differences differences = differences(subject.counter(), clock);
      return new Alone(differences, InfoMeasurements.observed(subject.counter()), "");
    } catch (RuntimeException e) {
      return new Alone(null, List.of(), Failures.of("", e));
    }
  }

  /**
   * Takes differences between adjacent readings: 10,000, or as many as time allows.
   *
   * <p>Cycles between one reading and the next, nothing in between: what a program's shortest
   * measurement could show. Interrupts and migrations are in them, as they are in a program's.
   */
  private static Differences differences(CycleCounter counter, LongSupplier clock) {
    ReadingLoop loop = new ReadingLoop(counter);
    loop.take(READINGS); // so that it is compiled
    long startNs = clock.getAsLong();
    long[] differences = new long[MAX_DIFFERENCES];
    int count = 0;
    do {
      long[] readings = loop.take(READINGS);
      // Not across two calls: the time between them is not a read's.
      for (int i = 1; i < READINGS; i++) {
        differences[count++] = readings[i] - readings[i - 1];
      }
    } while (count < MAX_DIFFERENCES && clock.getAsLong() - startNs < LIMIT_NS);
    return Differences.of(Arrays.copyOf(differences, count));
  }
}
