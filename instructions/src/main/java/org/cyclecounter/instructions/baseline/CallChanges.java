// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.cyclecounter.instructions.baseline.LineChange.Kind;
import org.jspecify.annotations.Nullable;

/** Compares the numbers that only some calls of two counts have. */
final class CallChanges {

  private final BaselineRow was;
  private final BaselineRow is;
  private final List<LineChange> changes = new ArrayList<>();

  /** The lines that one of the changes has. */
  private final Set<String> named = new HashSet<>();

  private CallChanges(BaselineRow was, BaselineRow is) {
    this.was = was;
    this.is = is;
  }

  /**
   * Returns those that differ, each with the lines of such a call that do, as far as they are
   * known.
   *
   * @param percent of the former number, up to which there is no difference
   */
  static List<LineChange> of(BaselineRow was, BaselineRow is, BigDecimal percent) {
    CallChanges all = new CallChanges(was, is);
    List<BaselineLine> before = new ArrayList<>(was.calls());
    List<BaselineLine> now = new ArrayList<>(is.calls());
    for (BaselineLine line : is.calls()) {
      Optional<BaselineLine> same =
          before.stream()
              .filter(one -> one.isAsOftenAs(line))
              .filter(one -> Difference.isEqual(one.instructions(), line.instructions(), percent))
              .findFirst();
      if (same.isPresent()) {
        before.remove(same.get());
        now.remove(line);
      }
    }
    for (BaselineLine line : now) {
      BaselineLine former =
          before.stream().filter(one -> one.isAsOftenAs(line)).findFirst().orElse(null);
      before.remove(former);
      all.add(former, line);
    }
    before.forEach(former -> all.add(former, null));
    return all.changes;
  }

  /** Adds a number, of which one is null, and the lines that are not yet named. */
  private void add(@Nullable BaselineLine former, @Nullable BaselineLine line) {
    long before = former == null ? 0 : former.instructions();
    long now = line == null ? 0 : line.instructions();
    BaselineLine known = Objects.requireNonNull(line == null ? former : line);
    changes.add(new LineChange(known, -1, now - before, Kind.COMPILED));
    List<BaselineLine> code = was.code(before);
    List<BaselineLine> codeNow = is.code(now);
    if (!code.isEmpty() && !codeNow.isEmpty()) {
      LineChanges.of(code, codeNow).stream()
          .filter(of -> named.add(of.name()))
          .forEach(changes::add);
    }
  }
}
