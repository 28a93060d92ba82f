// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cyclecounter.bench.Interleaving.Outcome;

/**
 * The result of {@link Bench#compare}.
 *
 * @param summaries each subject's, in the order given
 * @param differences of each other subject to the first
 * @since 0.1.0
 */
public record Comparison(List<Summary> summaries, List<Difference> differences) {

  // Copies the lists.
  public Comparison {
    summaries = List.copyOf(summaries);
    differences = List.copyOf(differences);
  }

  /**
   * One subject's runs.
   *
   * @param name the subject's name
   * @param unit the unit of its base, such as {@code "operation"} or {@code "byte"}
   * @param seconds seconds per unit, of the {@link #undisturbed} runs
   * @param cycles cycles per unit, of the same; NaN if cycles are not valid
   * @param timings all runs in order
   */
  public record Summary(
      String name, String unit, Statistics seconds, Statistics cycles, List<Timing> timings) {

    // Copies the list.
    public Summary {
      timings = List.copyOf(timings);
    }
  }

  /**
   * A subject's difference to the first, by rounds: both ran in each round, so a disturbance of a
   * whole round cancels out. In cycles if they are valid, otherwise in time.
   *
   * @param name the subject's name
   * @param baseline the first subject's name
   * @param ratio the median of the rounds' ratios; below 1 if the subject costs less
   * @param low the true median lies between low and high with a probability of 99 %, for any
   *     distribution, in this JVM: another start may compile the subjects differently
   * @param high the upper end; infinite, and low 0, with fewer than eight rounds
   * @param withinNoise whether 1 lies between low and high: the rounds do not show a difference
   */
  public record Difference(
      String name, String baseline, double ratio, double low, double high, boolean withinNoise) {}

  /** Compares subjects by their outcomes, of which none is a failure. */
  static Comparison of(List<Subject> subjects, List<Outcome> outcomes) {
    List<Summary> all =
        IntStream.range(0, subjects.size())
            .mapToObj(i -> summary(subjects.get(i), outcomes.get(i).timings()))
            .toList();
    return new Comparison(
        all, all.stream().skip(1).map(each -> difference(each, all.get(0))).toList());
  }

  private static Summary summary(Subject subject, List<Timing> timings) {
    return new Summary(
        subject.name(),
        subject.unit(),
        statistics(undisturbed(timings), Timing::secondsPerOperation),
        statistics(undisturbed(timings), Timing::cyclesPerOperation),
        timings);
  }

  static Statistics statistics(List<Timing> timings, ToDoubleFunction<Timing> value) {
    double[] sorted = timings.stream().mapToDouble(value).sorted().toArray();
    double median = MedianInterval.quantile(sorted, 0.5);
    double[] errors =
        Arrays.stream(sorted).map(x -> 100 * Math.abs(x / median - 1)).sorted().toArray();
    return new Statistics(
        sorted.length,
        median,
        MedianInterval.quantile(sorted, 0.25),
        MedianInterval.quantile(sorted, 0.75),
        median == 0 ? 0 : MedianInterval.quantile(errors, 0.5));
  }

  /** Compares two subjects round by round. */
  private static Difference difference(Summary subject, Summary baseline) {
    boolean inCycles =
        !Double.isNaN(subject.cycles().median()) && !Double.isNaN(baseline.cycles().median());
    ToDoubleFunction<Timing> value =
        inCycles ? Timing::cyclesPerOperation : Timing::secondsPerOperation;
    MedianInterval ratio = MedianInterval.of(ratios(subject.timings(), baseline.timings(), value));
    return new Difference(
        subject.name(),
        baseline.name(),
        ratio.median(),
        Math.max(0, ratio.low()),
        ratio.high(),
        !ratio.excludesOne());
  }

  /**
   * Selects the runs that count.
   *
   * @param timings one subject's
   * @return those that were not disturbed, in their order; all if each was
   */
  public static List<Timing> undisturbed(List<Timing> timings) {
    List<Timing> counted = timings.stream().filter(timing -> !timing.disturbed()).toList();
    return counted.isEmpty() ? timings : counted;
  }

  /**
   * Divides two subjects' runs round by round.
   *
   * @param timings one subject's, in the order of the rounds
   * @param baseline the other's
   * @param value what to divide
   * @return the ratios of the rounds in which neither was disturbed; of all if these are fewer than
   *     the eight that an interval takes
   */
  public static double[] ratios(
      List<Timing> timings, List<Timing> baseline, ToDoubleFunction<Timing> value) {
    int rounds = Math.min(timings.size(), baseline.size());
    int[] quiet =
        IntStream.range(0, rounds)
            .filter(i -> !timings.get(i).disturbed() && !baseline.get(i).disturbed())
            .toArray();
    return Arrays.stream(
            quiet.length < MedianInterval.MIN_SIZE ? IntStream.range(0, rounds).toArray() : quiet)
        .mapToDouble(
            i -> value.applyAsDouble(timings.get(i)) / value.applyAsDouble(baseline.get(i)))
        .toArray();
  }

  /**
   * Returns a table with a line for each subject: medians and quartiles per unit and, from the
   * second subject on, the ratio to the first with its interval.
   */
  @Override
  public String toString() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "cycles", "quartiles", "ns", "quartiles", "per", ""));
    for (int i = 0; i < summaries.size(); i++) {
      Summary summary = summaries.get(i);
      List<String> row = new ArrayList<>(List.of(summary.name));
      row.addAll(cells(summary.cycles, 1));
      row.addAll(cells(summary.seconds, 1e9));
      row.add(summary.unit);
      row.add(i == 0 || i > differences.size() ? "" : ratio(differences.get(i - 1)));
      rows.add(row);
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < rows.get(0).size(); i++) {
      int column = i;
      int width = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      line.append(column == 1 || column == 3 ? "%" : "%-").append(Math.max(1, width)).append("s  ");
    }
    return rows.stream()
        .map(row -> format(line.toString(), row.toArray()).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private static List<String> cells(Statistics values, double factor) {
    return Double.isNaN(values.median())
        ? List.of("-", "")
        : List.of(
            number(values.median() * factor),
            number(values.lowerQuartile() * factor)
                + " to "
                + number(values.upperQuartile() * factor));
  }

  /** Formats with three decimals below 10: bytes cost fractions of a cycle. */
  private static String number(double value) {
    return format(Math.abs(value) < 10 ? "%.3f" : "%.2f", value);
  }

  private static String ratio(Difference difference) {
    String ratio = format("%.3f times %s", difference.ratio, difference.baseline);
    return Double.isInfinite(difference.high)
        ? ratio + " (no interval: fewer than eight rounds)"
        : format("%s (%.3f to %.3f in this JVM)", ratio, difference.low, difference.high)
            + (difference.withinNoise ? ", within noise" : "");
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
