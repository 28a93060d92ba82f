// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.tools.command.BadUsage;
import org.jspecify.annotations.Nullable;

/**
 * An earlier measurement of the same operations, with which this one is compared: in cycles if both
 * counted by the same counter, else in time; ticks and time per {@link Reference} where both have
 * it, so that the processor's clock is in neither.
 *
 * @param file where it was read
 * @param earlier its operations by label; of several of a label the first
 * @param reference its reference; null if it has none
 */
record Against(
    String file, Map<String, MeasuredOperation> earlier, @Nullable MeasuredOperation reference) {

  /** The part of a 99 % interval that is one of 95 %, as measured (docs/evidence/measuring.md). */
  private static final double OF_95 = 0.75;

  /** The same where the clock is in neither cost. */
  private static final double OF_95_OF_QUOTIENTS = 0.6;

  /**
   * The change of an operation's cost.
   *
   * @param unit "cycles" or "ns"
   * @param was the earlier cost
   * @param is the cost now
   * @param change the ratio of the costs, less one, and the interval of it; not finite if one of
   *     the measurements has no interval
   * @param clock the ratio of the reference's costs, by which the other ratio is divided; NaN if it
   *     is not
   */
  record Change(String unit, double was, double is, MedianInterval change, double clock) {

    /** Returns whether the intervals leave a difference. */
    boolean isDifferent() {
      return change.low() > 0 || change.high() < 0;
    }

    String text() {
      MedianInterval percent = change;
      if (!Double.isFinite(percent.low()) || !Double.isFinite(percent.high())) {
        return "no interval";
      }
      return isDifferent()
          ? Formatted.of(
              "%+.1f %% (%+.1f to %+.1f %%)",
              100 * percent.median(), 100 * percent.low(), 100 * percent.high())
          : "same";
    }
  }

  /**
   * Reads the file of {@code --against}; null for no such option.
   *
   * @throws BadUsage if it is not there, or not what {@code measure --json} writes
   */
  static @Nullable Against read(@Nullable String file) {
    if (file == null) {
      return null;
    }
    try {
      MeasureDocument document = MeasureDocument.read(Files.readString(Path.of(file)));
      Map<String, MeasuredOperation> earlier = new LinkedHashMap<>();
      document.operations().forEach(each -> earlier.putIfAbsent(each.label(), each));
      return new Against(file, earlier, document.reference());
    } catch (IOException | InvalidPathException e) {
      throw new BadUsage("--against '%s' cannot be read.", file);
    } catch (IllegalArgumentException e) {
      throw new BadUsage("--against '%s': %s.", file, e.getMessage());
    }
  }

  /**
   * Compares an operation; null if the file has no measurement of it, or it failed now.
   *
   * @param unit the reference of this measurement; null if it has none
   */
  @Nullable Change change(MeasuredOperation now, @Nullable MeasuredOperation unit) {
    MeasuredOperation before = earlier.get(now.label());
    Timing was = before == null ? null : before.middle();
    Timing is = now.middle();
    if (before == null || was == null || is == null) {
      return null;
    }
    boolean isInCycles =
        was.cyclesValid() && is.cyclesValid() && was.counter().equals(is.counter());
    ToDoubleFunction<Timing> cost =
        isInCycles ? Timing::cyclesPerOperation : timing -> timing.secondsPerOperation() * 1e9;
    MedianInterval wasAll = MedianInterval.ofStarts(before.perStart(cost));
    MedianInterval isAll = MedianInterval.ofStarts(now.perStart(cost));
    MedianInterval change = change(wasAll, isAll, OF_95);
    double clock = Double.NaN;
    boolean isOfClock =
        !isInCycles || is.counted() == Counted.TICKS || is.counted() == Counted.TIME;
    if (isOfClock && reference != null && unit != null) {
      MedianInterval quotients =
          change(
              Reference.quotient(before, reference, cost),
              Reference.quotient(now, unit, cost),
              OF_95_OF_QUOTIENTS);
      if (quotients.isKnown()) {
        change = quotients;
        clock = Reference.median(unit, cost) / Reference.median(reference, cost);
      }
    }
    String name = isInCycles ? "cycles" : "ns";
    return new Change(name, wasAll.median(), isAll.median(), change, clock);
  }

  /**
   * Compares two medians that do not depend on each other: the errors of both add up as the sides
   * of a right angle. The interval is of 95 %, so that a change of 5 % is seldom missed: two equal
   * costs are told apart once in twenty times.
   */
  private static MedianInterval change(MedianInterval was, MedianInterval is, double part) {
    double ratio = is.median() / was.median();
    double lower = part * Math.hypot(relative(is, is.low()), relative(was, was.high()));
    double upper = part * Math.hypot(relative(is, is.high()), relative(was, was.low()));
    return new MedianInterval(ratio * (1 - lower) - 1, ratio - 1, ratio * (1 + upper) - 1);
  }

  private static double relative(MedianInterval interval, double end) {
    return end / interval.median() - 1;
  }

  /** Returns a table of what operations cost before and now, and the clock's change below. */
  List<String> table(List<MeasuredOperation> measurements, @Nullable MeasuredOperation unit) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("against " + file, "was", "is", "", "change"));
    double clock = Double.NaN;
    for (MeasuredOperation measurement : measurements) {
      Change change = change(measurement, unit);
      if (change != null) {
        clock = Double.isNaN(change.clock) ? clock : change.clock;
        rows.add(
            List.of(
                measurement.label(),
                Formatted.of("%.2f", change.was),
                Formatted.of("%.2f", change.is),
                change.unit,
                change.text()));
      } else if (measurement.isMeasured()) {
        rows.add(List.of(measurement.label(), "-", "-", "", "not in the file"));
      }
    }
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(TextTable.table(rows, 0, 1));
    if (!Double.isNaN(clock)) {
      String text = "Changes are relative to the processor's clock (multiplications): %+.1f %%.";
      lines.add(Formatted.of(text, 100 * (clock - 1)));
    }
    return lines;
  }

  /** Returns an operation's change for JSON. */
  @Nullable Map<String, @Nullable Object> json(
      MeasuredOperation measurement, @Nullable MeasuredOperation unit) {
    Change change = change(measurement, unit);
    return change == null
        ? null
        : Json.object(
            "unit",
            change.unit,
            "was",
            change.was,
            "is",
            change.is,
            "change",
            change.change.median(),
            "intervalOfChange",
            Double.isFinite(change.change.low()) && Double.isFinite(change.change.high())
                ? List.of(change.change.low(), change.change.high())
                : null,
            "same",
            !change.isDifferent(),
            "clock",
            Double.isNaN(change.clock) ? null : change.clock);
  }
}
