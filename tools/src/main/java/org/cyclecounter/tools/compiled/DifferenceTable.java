// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.stepping.AllocatedBytes;

/** A table of the counts that differ from a baseline. */
final class DifferenceTable {

  private DifferenceTable() {}

  /** Returns its lines; none if nothing differs. */
  static List<String> of(List<CountedOperation> all, BaselineOptions baseline) {
    List<String> lines = new ArrayList<>();
    for (CountedOperation counted : all) {
      Difference difference = counted.difference();
      if (difference != null) {
        lines.add(
            Formatted.of(
                "%12d%12d%+10d  %s",
                difference.was(),
                difference.is(),
                difference.is() - difference.was(),
                counted.target().name()));
        if (difference.hasOtherBytes()) {
          lines.add(
              Formatted.of(
                  "%12s%12s%10s    bytes allocated",
                  AllocatedBytes.text(difference.wasBytes()),
                  AllocatedBytes.text(difference.isBytes()),
                  difference.moreBytes()));
        }
        difference
            .first()
            .forEach(
                of ->
                    lines.add(Formatted.of("%+34d    %s%s", of.change(), of.name(), of.remark())));
        if (difference.isOfOldFormat()) {
          lines.add(Formatted.of("%38sThe file's format does not know lines.", ""));
        }
        int further = difference.changes().size() - difference.first().size();
        if (further > 0) {
          lines.add(Formatted.of("%38sand %d lines more", "", further));
        }
      }
    }
    if (!lines.isEmpty()) {
      lines.add(0, "Differs from " + baseline.source() + ":");
      lines.add(1, Formatted.of("%12s%12s%10s  name", "was", "is", "change"));
      if (baseline.file != null) {
        lines.add("Accept with --write.");
      }
    }
    return lines;
  }
}
