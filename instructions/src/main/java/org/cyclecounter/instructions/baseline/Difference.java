// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * A count that differs from the baseline's.
 *
 * @param was the baseline's instructions
 * @param is the count's
 * @param wasBytes the bytes that a call allocated in the baseline; NaN if they are equal, or one is
 *     not known
 * @param isBytes those of the count, likewise
 * @param changes the numbers that only some calls have, each with its lines, and then the lines of
 *     the commonest call: those that have changed, or have more or fewer instructions, in the order
 *     of their kinds, those that changed most first
 */
public record Difference(
    long was, long is, double wasBytes, double isBytes, List<LineChange> changes) {

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
    BigDecimal tolerance = was.tolerance();
    BigDecimal allowed = tolerance == null ? BigDecimal.valueOf(percent) : tolerance;
    boolean isEqual = isEqual(was.instructions(), is.instructions(), allowed);
    boolean areBytesEqual =
        Double.isNaN(was.bytes() + is.bytes())
            || isEqual(BigDecimal.valueOf(was.bytes()), BigDecimal.valueOf(is.bytes()), allowed);
    if (was.lines().isEmpty()) { // of an older format
      return isEqual && areBytesEqual
          ? Optional.empty()
          : Optional.of(of(was, is, areBytesEqual, List.of()));
    }
    List<LineChange> changes = CallChanges.of(was, is, allowed);
    if (isEqual && areBytesEqual && changes.isEmpty()) {
      return Optional.empty();
    }
    Set<String> named = changes.stream().map(LineChange::name).collect(Collectors.toSet());
    LineChanges.of(was.code(0), is.code(0)).stream()
        .filter(of -> of.change() != 0 || !named.contains(of.name()))
        .forEach(changes::add);
    return Optional.of(of(was, is, areBytesEqual, changes));
  }

  private static Difference of(
      BaselineRow was, BaselineRow is, boolean areBytesEqual, List<LineChange> changes) {
    return new Difference(
        was.instructions(),
        is.instructions(),
        areBytesEqual ? Double.NaN : was.bytes(),
        areBytesEqual ? Double.NaN : is.bytes(),
        changes);
  }

  /** Returns true if they differ by no more than a part of the first. */
  static boolean isEqual(long was, long is, BigDecimal percent) {
    return isEqual(BigDecimal.valueOf(was), BigDecimal.valueOf(is), percent);
  }

  private static boolean isEqual(BigDecimal was, BigDecimal is, BigDecimal percent) {
    BigDecimal change = is.subtract(was).abs().scaleByPowerOfTen(2);
    return change.compareTo(percent.multiply(was)) <= 0;
  }

  /** Returns true if a call allocates more or fewer bytes than in the baseline. */
  public boolean hasOtherBytes() {
    return !Double.isNaN(wasBytes);
  }

  /** Returns true if it executes or allocates less than in the baseline, and nothing more. */
  public boolean isFewer() {
    return is <= was && !(isBytes > wasBytes) && (is < was || isBytes < wasBytes);
  }

  /** Returns true if the commonest call is as before, and only others are not. */
  public boolean isOfSomeCalls() {
    return is == was && !hasOtherBytes();
  }

  /** Returns true if the baseline's format does not know lines. */
  public boolean isOfOldFormat() {
    return changes.isEmpty() && !hasOtherBytes();
  }

  /** Returns how many bytes more a call allocates, with a sign. */
  public String moreBytes() {
    return (isBytes < wasBytes ? "" : "+") + AllocatedBytes.text(isBytes - wasBytes);
  }

  /** Returns the first changes, as many as are named. */
  public List<LineChange> first() {
    return changes.subList(0, Math.min(SteppingSentences.MAX_LINES, changes.size()));
  }

  /** Returns it in one sentence. */
  public String sentence(String name) {
    int further = changes.size() - first().size();
    return SteppingSentences.sentence(
        "%s has %d instructions, %+d to the baseline's %d%s%s%s%s",
        name,
        is,
        is - was,
        was,
        hasOtherBytes()
            ? SteppingSentences.sentence(
                ", and allocates %s bytes, %s to its %s",
                AllocatedBytes.text(isBytes), moreBytes(), AllocatedBytes.text(wasBytes))
            : "",
        isOfOldFormat()
            ? ", whose format does not know its lines: write it anew"
            : changes.isEmpty() ? "" : ": ",
        first().stream()
            .map(of -> SteppingSentences.sentence("%s %+d", of.name(), of.change()) + of.remark())
            .collect(Collectors.joining(", ")),
        further > 0 ? " and " + further + " lines more" : "");
  }
}
