// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.stepping.RunTable;
import org.cyclecounter.instructions.stepping.SteppedJvm;

/** The counted runs of an operation in all its child JVMs: the most common one, and its lines. */
final class Runs {

  /** The lines of each run, with their counts. */
  private final List<Map<StackTraceElement, Long>> tables = new ArrayList<>();

  private final Map<StackTraceElement, String> codes = new HashMap<>();

  private final CallRows rows = new CallRows();

  /** The lines of a call in a row, by its instructions. */
  private final Map<Long, Map<StackTraceElement, Long>> calls = new HashMap<>();

  /** The bytes that a call allocated in each JVM. */
  private final Set<Double> bytes = new HashSet<>();

  /**
   * Adds a child JVM's lines, each with its counts in all runs and some calls, its calls in a row,
   * and the bytes that a call allocated.
   */
  void add(List<SteppedJvm.Line> lines, int runs, SortedMap<Integer, Long> row, double allocated) {
    rows.add(row);
    bytes.add(allocated);
    lines.forEach(line -> codes.putIfAbsent(line.place(), line.code()));
    int counted = lines.isEmpty() ? runs : lines.get(0).numbers().size();
    for (int i = 0; i < counted; i++) {
      Map<StackTraceElement, Long> table = new LinkedHashMap<>();
      for (SteppedJvm.Line line : lines) {
        table.merge(line.place(), line.numbers().get(i), Long::sum);
      }
      table.values().removeIf(count -> count == 0);
      if (i < runs) {
        tables.add(table);
      } else {
        calls.putIfAbsent(RunTable.total(table), table);
      }
    }
  }

  /**
   * Returns the most common count with its lines, or if it is not repeatable with the lines in
   * which runs differ, and by how much; most first.
   */
  InstructionCount count(String conditions) {
    Map<StackTraceElement, Long> ofMostRuns = RunTable.commonest(tables, RunTable::total);
    InstructionCount ofRuns = count(ofMostRuns, List.of(), conditions);
    List<CallCount> agreed = rows.agreed();
    if (agreed.size() <= 1) {
      return ofRuns.isRepeatable() ? ofRuns : differing(ofRuns);
    }
    long ofMostCalls = agreed.get(0).instructions();
    Map<StackTraceElement, Long> commonest =
        tables.stream()
            .filter(table -> !ofRuns.isRepeatable() && RunTable.total(table) == ofMostCalls)
            .findFirst()
            .orElse(ofMostRuns);
    List<CallCount> others =
        agreed.stream()
            .skip(1)
            .filter(one -> one.instructions() != RunTable.total(commonest))
            .map(one -> withLines(one, commonest))
            .toList();
    InstructionCount count = count(commonest, others, conditions);
    return count.isRepeatable() ? count : differing(ofRuns);
  }

  private CallCount withLines(CallCount one, Map<StackTraceElement, Long> commonest) {
    Map<StackTraceElement, Long> table =
        new LinkedHashMap<>(calls.getOrDefault(one.instructions(), Map.of()));
    if (!table.isEmpty()) {
      commonest.keySet().forEach(line -> table.putIfAbsent(line, 0L));
    }
    table.entrySet().removeIf(line -> line.getValue().equals(commonest.get(line.getKey())));
    return new CallCount(one.instructions(), one.calls(), one.row(), lines(table));
  }

  /** A run agrees if other JVMs have its number, too: always, or in the same calls. */
  private InstructionCount count(
      Map<StackTraceElement, Long> chosen, List<CallCount> others, String conditions) {
    Set<Long> known = new HashSet<>(Set.of(RunTable.total(chosen)));
    others.forEach(one -> known.add(one.instructions()));
    long agreeing = tables.stream().filter(table -> known.contains(RunTable.total(table))).count();
    return new InstructionCount(
        RunTable.total(chosen),
        (int) agreeing,
        tables.size(),
        conditions,
        lines(chosen),
        others(chosen),
        others,
        bytes.size() == 1 ? bytes.iterator().next() : Double.NaN);
  }

  private InstructionCount differing(InstructionCount count) {
    return new InstructionCount(
        count.instructions(), count.agreeing(), count.runs(), count.conditions(), lines(spread()));
  }

  /** Returns the lines of the same methods that have no instructions. */
  private List<LineCount> others(Map<StackTraceElement, Long> table) {
    return codes.entrySet().stream()
        .filter(line -> !line.getValue().isEmpty() && !table.containsKey(line.getKey()))
        .map(line -> new LineCount(line.getKey(), 0, line.getValue()))
        .toList();
  }

  private List<LineCount> lines(Map<StackTraceElement, Long> table) {
    return table.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(
            entry ->
                new LineCount(
                    entry.getKey(), entry.getValue(), codes.getOrDefault(entry.getKey(), "")))
        .toList();
  }

  private Map<StackTraceElement, Long> spread() {
    Map<StackTraceElement, Long> spread = new LinkedHashMap<>();
    for (StackTraceElement line :
        tables.stream().flatMap(table -> table.keySet().stream()).distinct().toList()) {
      LongSummaryStatistics counts =
          tables.stream().mapToLong(table -> table.getOrDefault(line, 0L)).summaryStatistics();
      spread.put(line, counts.getMax() - counts.getMin());
    }
    spread.values().removeIf(difference -> difference == 0);
    return spread;
  }
}
