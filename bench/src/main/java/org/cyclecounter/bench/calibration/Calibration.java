// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.cyclecounter.bench.measuring.Run;

/**
 * The cost of the harness with one timer: of a call and of an iteration, computed from runs of a
 * function that does nothing.
 *
 * @param time in seconds
 * @param cycles in cycles; invalid if the time is
 */
public record Calibration(Overhead time, Overhead cycles) {

  /** Stands for a calibration that has not been made. */
  public static final Calibration NONE =
      new Calibration(Overhead.invalid("not calibrated"), Overhead.invalid("not calibrated"));

  // Ten iterations a cycle, and 30 ps: no processor's iteration costs less. Such a result is noise
  // of a loop that the compiler removed; times an n of 2^60 it would become seconds.
  private static final Scale CYCLES =
      new Scale("cycle counter", Run::cyclesValid, Run::cycles, 0.1);
  private static final Scale TIME = new Scale("clock", Run::timeValid, Run::seconds, 3e-11);

  /** Consecutive runs of a function that does nothing: of one iteration, and as many of many. */
  public record Sweep(List<Run> single, List<Run> many) {}

  /** Returns whether an iteration cost the same, or nothing, in the last quarter of the sweeps. */
  public static boolean hasSettled(List<Sweep> sweeps) {
    List<Sweep> late = sweeps.subList(sweeps.size() * 3 / 4, sweeps.size());
    List<Sweep> early = sweeps.subList(0, sweeps.size() * 3 / 4);
    double cost = TIME.perIteration(late);
    return cost == 0 || cost > 0.9 * TIME.perIteration(early);
  }

  /** Computes the cost, or the reason why it is not known, from at least one sweep. */
  public static Calibration of(List<Sweep> sweeps) {
    Overhead time = TIME.fit(sweeps);
    Overhead cycles = CYCLES.fit(sweeps);
    return new Calibration(
        time,
        cycles.valid() && !time.valid()
            ? Overhead.invalid("cycles cannot be calibrated without a clock")
            : cycles);
  }

  /** Takes the costs of an iteration from a later calibration where they are lower there. */
  public Calibration orLower(Calibration later) {
    return new Calibration(time.orLower(later.time), cycles.orLower(later.cycles));
  }

  /**
   * One of a timer's two scales.
   *
   * @param source what is read, for messages
   * @param least an iteration that seems to cost less costs nothing
   */
  private record Scale(
      String source, Predicate<Run> valid, ToDoubleFunction<Run> value, double least) {

    Overhead fit(List<Sweep> sweeps) {
      List<Run> runs =
          sweeps.stream()
              .flatMap(sweep -> Stream.concat(sweep.single().stream(), sweep.many().stream()))
              .toList();
      if (!runs.stream().allMatch(valid)) {
        return Overhead.invalid("the " + source + " cannot be read");
      }
      if (runs.stream().mapToDouble(value).sum() <= 0) {
        return Overhead.invalid("the " + source + Overhead.STANDS_STILL);
      }
      double perIteration = perIteration(sweeps);
      // The timer's own code is compiled meanwhile, too: only the later half has its final cost.
      List<Sweep> later = sweeps.subList(sweeps.size() / 2, sweeps.size());
      double once = median(later.stream().flatMap(sweep -> sweep.single().stream()));
      return new Overhead(true, Math.max(0, once - perIteration), perIteration, "");
    }

    /** Returns the least of the sweeps: the loop as the compiler left it in the end. */
    double perIteration(List<Sweep> sweeps) {
      double cost =
          sweeps.stream()
              .mapToDouble(
                  sweep ->
                      (median(sweep.many().stream()) - median(sweep.single().stream()))
                          / (sweep.many().get(0).n() - sweep.single().get(0).n()))
              .min()
              .orElse(0);
      return cost < least ? 0 : cost;
    }

    private double median(Stream<Run> runs) {
      double[] sorted = runs.mapToDouble(value).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }
}
