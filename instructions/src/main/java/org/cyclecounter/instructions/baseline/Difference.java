// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * A count that differs from the baseline's.
 *
 * @param was the baseline's instructions
 * @param is the count's
 * @param changes the lines that have changed, or have more or fewer instructions, in the order of
 *     their kinds, those that changed most first
 */
public record Difference(long was, long is, List<LineChange> changes) {

  /** Takes a copy of the changes. */
  public Difference {
    changes = List.copyOf(changes);
  }

  /**
   * Compares two rows.
   *
   * @param percent of the baseline's count, up to which there is no difference, unless the row has
   *     its own tolerance
   */
  public static Optional<Difference> of(BaselineRow was, BaselineRow is, double percent) {
    long change = Math.abs(is.instructions() - was.instructions());
    BigDecimal tolerance = was.tolerance();
    BigDecimal allowed =
        (tolerance == null ? BigDecimal.valueOf(percent) : tolerance)
            .multiply(BigDecimal.valueOf(was.instructions()));
    if (BigDecimal.valueOf(change).scaleByPowerOfTen(2).compareTo(allowed) <= 0) {
      return Optional.empty();
    }
    List<LineChange> changes =
        was.lines().isEmpty() ? List.of() : LineChanges.of(was.lines(), is.lines());
    return Optional.of(new Difference(was.instructions(), is.instructions(), changes));
  }

  /** Returns the first changes, as many as are named. */
  public List<LineChange> first() {
    return changes.subList(0, Math.min(SteppingSentences.MAX_LINES, changes.size()));
  }

  /** Returns it in one sentence. */
  public String sentence(String name) {
    int further = changes.size() - first().size();
    return SteppingSentences.sentence(
        "%s has %d instructions, %+d to the baseline's %d%s%s%s",
        name,
        is,
        is - was,
        was,
        changes.isEmpty() ? ", whose format does not know its lines: write it anew" : ": ",
        first().stream()
            .map(of -> SteppingSentences.sentence("%s %+d", of.name(), of.change()) + of.remark())
            .collect(Collectors.joining(", ")),
        further > 0 ? " and " + further + " lines more" : "");
  }
}
