// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * A count in a baseline. Names and conditions are in visible characters, others as &#92;uXXXX.
 *
 * @param name of the operation, not empty
 * @param conditions beside the operation, as in {@link InstructionCount#conditions}
 * @param instructions its count
 * @param bytes that a call allocates; NaN if unknown
 * @param tolerance in percent, written into the file by hand; null for none
 * @param lines of code, all of the methods, those with most instructions first, behind the numbers
 *     that only some calls have, each with the lines of such a call that differ; none in a row of
 *     an older format
 */
public record BaselineRow(
    String name,
    String conditions,
    long instructions,
    double bytes,
    @Nullable BigDecimal tolerance,
    List<BaselineLine> lines) {

  /** Would not be seen, would end a name, or would be taken for something else. */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\\\&&[\\x{0}-\\x{ffff}]]|^ | $"
              + "|^c(?=onditions: )");

  /** Takes a sorted copy of the lines. */
  public BaselineRow {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("A count in a baseline needs a name.");
    }
    lines =
        lines.stream()
            .sorted(
                Comparator.comparingLong((BaselineLine line) -> -line.call())
                    .thenComparing(line -> !line.isOfCalls())
                    .thenComparing(line -> -line.instructions())
                    .thenComparing(BaselineLine::name))
            .toList();
  }

  /** Returns the row of a count. */
  public static BaselineRow of(String name, InstructionCount count) {
    List<LineCount> ofCommonest = new ArrayList<>(count.lines());
    ofCommonest.addAll(count.others());
    List<BaselineLine> lines = new ArrayList<>(lines("", ofCommonest));
    for (CallCount one : count.calls()) {
      lines.add(new BaselineLine(one.often(), one.instructions(), ""));
      lines.addAll(lines("of " + one.instructions() + ": ", one.lines()));
    }
    return new BaselineRow(
        visible(name),
        visible(count.conditions()),
        count.instructions(),
        count.bytes(),
        null,
        lines);
  }

  private static Collection<BaselineLine> lines(String prefix, List<LineCount> all) {
    Map<String, BaselineLine> lines = new HashMap<>();
    for (LineCount counted : all) {
      String printed = prefix + visible(SteppingSentences.name(counted.line()));
      lines.merge(
          printed,
          new BaselineLine(printed, counted.instructions(), counted.code()),
          (one, other) ->
              new BaselineLine(printed, one.instructions() + other.instructions(), one.code()));
    }
    return lines.values();
  }

  /** Returns the numbers that only some calls have. */
  List<BaselineLine> calls() {
    return lines.stream().filter(BaselineLine::isOfCalls).toList();
  }

  /**
   * Returns the lines of code of a call; none if they are not known.
   *
   * @param call its number, if only some calls have it; 0 for the commonest call
   */
  List<BaselineLine> code(long call) {
    List<BaselineLine> own =
        lines.stream()
            .filter(line -> line.call() == call && !line.isOfCalls())
            .map(BaselineLine::inAnyCall)
            .toList();
    if (call == 0 || own.isEmpty()) {
      return own;
    }
    Set<String> names = own.stream().map(BaselineLine::name).collect(Collectors.toSet());
    Stream<BaselineLine> common = code(0).stream().filter(line -> !names.contains(line.name()));
    return Stream.concat(own.stream(), common).toList();
  }

  /** Returns the row without the bytes that a call allocates. */
  public BaselineRow withoutBytes() {
    return new BaselineRow(name, conditions, instructions, Double.NaN, tolerance, lines);
  }

  /**
   * Returns the conditions in which two rows differ.
   *
   * @param format of the sentence's part, with this row's and then the other's
   */
  public String conditionsBeside(BaselineRow other, String format) {
    List<String> here = new ArrayList<>(List.of(conditions.split("; ")));
    List<String> there = new ArrayList<>(List.of(other.conditions.split("; ")));
    List<String> both = List.copyOf(here);
    here.removeAll(there);
    there.removeAll(both);
    return SteppingSentences.sentence(format, String.join("; ", here), String.join("; ", there));
  }

  /** Returns the row with another's tolerance. */
  BaselineRow withToleranceOf(BaselineRow other) {
    return new BaselineRow(name, conditions, instructions, bytes, other.tolerance(), lines);
  }

  private static String visible(String name) {
    return HIDDEN
        .matcher(name)
        .replaceAll(
            found -> SteppingSentences.sentence("\\\\u%04x", (int) found.group().charAt(0)));
  }

  /** Returns what two rows that are compared have in common; sorts by conditions, then names. */
  String key() {
    return conditions + '\n' + name;
  }
}
