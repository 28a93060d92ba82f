// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.baseline.LineChange;
import org.cyclecounter.instructions.stepping.AllocatedBytes;

/** A summary of counts in GitHub's Markdown: a table of those that are not equal, then lines. */
final class CountSummary {

  private static final Pattern MARKUP = Pattern.compile("[\\\\`*_{}\\[\\]<>&|~#$]");

  private CountSummary() {}

  /**
   * Returns its lines.
   *
   * @param source what they were compared with; empty for nothing
   * @param notes sentences about all of them
   */
  static List<String> of(List<CountedOperation> all, String source, List<String> notes) {
    List<String> lines = new ArrayList<>();
    lines.add("### Instructions" + (source.isEmpty() ? "" : ", against " + plain(source)));
    lines.add("");
    List<CountedOperation> rows = all.stream().filter(one -> !isEqual(one)).toList();
    if (!rows.isEmpty()) {
      lines.add("| name | was | is | change |");
      lines.add("|---|--:|--:|---|");
      for (CountedOperation one : rows) {
        lines.add(row(one));
        Difference difference = one.difference();
        if (difference != null && difference.hasOtherBytes()) {
          lines.add(
              Formatted.of(
                  "| bytes allocated | %s | %s | %s |",
                  AllocatedBytes.text(difference.wasBytes()),
                  AllocatedBytes.text(difference.isBytes()),
                  difference.moreBytes()));
        }
      }
      lines.add("");
    }
    if (!source.isEmpty()) {
      lines.add(Formatted.of("Equal: %d of %d.", all.size() - rows.size(), all.size()));
      lines.add("");
    }
    for (CountedOperation one : rows) {
      Difference difference = one.difference();
      if (difference != null && !difference.changes().isEmpty()) {
        lines.add(plain(one.target().name()) + ":");
        lines.add("");
        difference.first().forEach(change -> lines.add(item(change)));
        int further = difference.changes().size() - difference.first().size();
        if (further > 0) {
          lines.add(Formatted.of("- and %d more", further));
        }
        lines.add("");
      }
    }
    notes.forEach(note -> lines.add("- " + plain(note)));
    all.stream()
        .map(CountedOperation::count)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(count -> lines.addAll(List.of("", plain(count.conditions()))));
    return lines;
  }

  private static boolean isEqual(CountedOperation one) {
    InstructionCount count = one.count();
    Long was = one.was();
    return count != null && one.isRight() && was != null && was == count.instructions();
  }

  private static String row(CountedOperation one) {
    InstructionCount count = one.count();
    Long was = one.was();
    String change = plain(one.problem());
    if (count != null && was != null && change.isEmpty()) {
      long more = count.instructions() - was;
      change = Formatted.of("%+d", more);
      if (was != 0) {
        change += Formatted.of(" (%+.2f %%)", 100.0 * more / was);
      }
    }
    return Formatted.of(
        "| %s | %s | %s | %s |",
        plain(one.target().name()),
        was == null ? "" : was,
        count == null ? "" : count.instructions(),
        change);
  }

  private static String item(LineChange change) {
    return Formatted.of("- %+d %s%s", change.change(), plain(change.name()), change.remark());
  }

  /** Returns text that has no markup, in one line. */
  private static String plain(String text) {
    return MARKUP.matcher(text.replaceAll("\\p{Cntrl}", " ")).replaceAll("\\\\$0");
  }
}
