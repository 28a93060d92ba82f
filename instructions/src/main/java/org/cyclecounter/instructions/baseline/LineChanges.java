// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.baseline.LineChange.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Compares the lines of two counts. Lines of a method are the same if their byte code is: one that
 * only moved has not changed. Of the others, those between the same neighbours are one line that
 * was changed.
 */
final class LineChanges {

  private final List<LineChange> changes = new ArrayList<>();

  private LineChanges() {}

  /** Returns the changes, the likeliest cause first. */
  static List<LineChange> of(Collection<BaselineLine> was, Collection<BaselineLine> is) {
    LineChanges all = new LineChanges();
    Map<String, List<BaselineLine>> before = byOwner(was);
    byOwner(is)
        .forEach(
            (owner, lines) -> {
              List<BaselineLine> former = before.remove(owner);
              if (former == null) {
                lines.forEach(line -> all.add(line, null, Kind.METHOD_ADDED));
              } else {
                all.compare(former, lines);
              }
            });
    before.values().forEach(lines -> lines.forEach(line -> all.remove(line, Kind.METHOD_REMOVED)));
    all.changes.sort(
        Comparator.comparingInt((LineChange of) -> of.kind().rank())
            .thenComparing(of -> of.line().number() < 0) // as in classes made at run time
            .thenComparing(of -> -Math.abs(of.change()))
            .thenComparing(LineChange::name));
    return all.changes;
  }

  /**
   * Returns the line with most instructions of a method whose byte code has changed, a line with
   * its own change first; empty for none, or where one of the two has no numbers of lines.
   */
  static Optional<BaselineLine> first(List<BaselineLine> was, List<BaselineLine> is) {
    Set<String> owners = new HashSet<>();
    Set<String> sums = new HashSet<>();
    for (BaselineLine line : was) {
      owners.add(line.number() < 0 ? "" : line.owner());
      sums.addAll(List.of(line.sum(), line.methodSum()));
    }
    return is.stream()
        .filter(line -> line.number() >= 0 && owners.contains(line.owner()))
        .filter(line -> !sums.contains(line.methodSum()))
        .min(Comparator.comparing(line -> sums.contains(line.sum())));
  }

  /** Sorted by number, then by name, as lines without numbers are. */
  private static Map<String, List<BaselineLine>> byOwner(Collection<BaselineLine> lines) {
    return lines.stream()
        .sorted(Comparator.comparingInt(BaselineLine::number).thenComparing(BaselineLine::name))
        .collect(Collectors.groupingBy(BaselineLine::owner, TreeMap::new, Collectors.toList()));
  }

  private void compare(List<BaselineLine> was, List<BaselineLine> is) {
    Map<String, List<BaselineLine>> bySum = new HashMap<>();
    was.forEach(line -> bySum.computeIfAbsent(line.sum(), sum -> new ArrayList<>()).add(line));
    Map<BaselineLine, BaselineLine> same = new HashMap<>(); // what it is, and was
    for (BaselineLine line : is) {
      List<BaselineLine> equal = bySum.getOrDefault(line.sum(), List.of());
      if (!equal.isEmpty()) {
        same.put(line, equal.remove(0));
      }
    }
    Map<String, List<BaselineLine>> gone = new HashMap<>(); // by the line before
    String before = "";
    for (BaselineLine line : was) {
      if (same.containsValue(line)) {
        before = line.name();
      } else {
        gone.computeIfAbsent(before, first -> new ArrayList<>()).add(line);
      }
    }
    before = "";
    for (BaselineLine line : is) {
      BaselineLine former = same.get(line);
      if (former != null) {
        before = former.name();
        boolean isSame = line.methodSum().equals(former.methodSum());
        add(line, former, isSame ? Kind.COMPILED : Kind.METHOD_CHANGED);
        continue;
      }
      List<BaselineLine> here = gone.getOrDefault(before, List.of());
      if (here.isEmpty()) {
        add(line, null, Kind.ADDED);
      } else {
        add(line, here.remove(0), Kind.CHANGED);
      }
    }
    gone.values().forEach(lines -> lines.forEach(line -> remove(line, Kind.REMOVED)));
  }

  /** Adds a line unless it has as many instructions as before, and its own byte code. */
  private void add(BaselineLine line, @Nullable BaselineLine former, Kind kind) {
    long change = line.instructions() - (former == null ? 0 : former.instructions());
    if (change != 0 || kind == Kind.CHANGED || kind == Kind.ADDED) {
      int was = former == null || former.number() == line.number() ? -1 : former.number();
      changes.add(new LineChange(line, was, change, line.code().isEmpty() ? Kind.COMPILED : kind));
    }
  }

  private void remove(BaselineLine line, Kind kind) {
    Kind known = line.code().isEmpty() ? Kind.COMPILED : kind;
    if (line.instructions() != 0 || kind == Kind.REMOVED) {
      changes.add(new LineChange(line, -1, -line.instructions(), known));
    }
  }
}
