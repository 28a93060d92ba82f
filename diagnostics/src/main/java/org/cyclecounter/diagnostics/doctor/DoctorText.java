// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.output.FaqPointer;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.support.ProviderText;

/**
 * The text of {@code doctor}: lines of at most 80 columns, but for commands, which are copied.
 *
 * <p>A command that is wrapped would not run where it is pasted, so it is as long as it is.
 */
public final class DoctorText {

  /** Columns before a paragraph about a counter. */
  private static final int INDENT = 2;

  /** Columns before a command. */
  private static final int COMMAND = 4;

  private final List<String> lines = new ArrayList<>();

  private DoctorText() {}

  /** Returns the lines of a diagnosis. */
  public static List<String> lines(Diagnosis diagnosis) {
    DoctorText text = new DoctorText();
    text.paragraph(diagnosis.sentence(), 0);
    List<Enum<?>> causes = new ArrayList<>();
    List<Advice> advice = diagnosis.advice();
    for (int i = 0; i < advice.size(); i++) {
      text.lines.add("");
      text.add(advice.get(i), advice.subList(0, i));
      causes.add(advice.get(i).obstacle());
    }
    if (!diagnosis.warnings().isEmpty()) {
      text.lines.add("");
      text.paragraph("Warnings:", 0);
      diagnosis.warnings().forEach(text::add);
      diagnosis.warnings().forEach(warning -> causes.add(warning.kind()));
    }
    for (String line : FaqPointer.to(causes)) {
      text.lines.add("");
      text.paragraph(line, 0);
    }
    return text.lines;
  }

  /**
   * Adds advice; a remedy that an earlier counter needs, too, is written there only.
   *
   * <p>Names of counters and texts of warnings may be a provider's or a file's: they are cleaned of
   * control characters, by which a terminal could be made to show something else.
   */
  private void add(Advice advice, List<Advice> earlier) {
    lines.add(Formatted.word(advice.counter()));
    paragraph("would give: " + advice.benefit(), INDENT);
    for (Advice other : earlier) {
      if (advice.need().equals(other.need())) {
        paragraph("needs: the same as " + Formatted.word(other.counter()), INDENT);
        return;
      }
    }
    paragraph("now: " + advice.problem(), INDENT);
    add(advice.remedy());
  }

  private void add(Warning warning) {
    paragraph(warning.kind().label() + ": " + warning.text(), INDENT);
    add(warning.remedy());
  }

  /** Adds commands, each on a line of its own, whatever its length, and their cost. */
  private void add(Remedy remedy) {
    for (Command command : remedy.commands()) {
      paragraph(command.place().words() + ":", INDENT);
      lines.add(" ".repeat(COMMAND) + ProviderText.clean(command.text()));
    }
    if (!remedy.commands().isEmpty()) {
      paragraph("costs: " + remedy.costs(), INDENT);
    }
  }

  private void paragraph(String text, int indent) {
    lines.addAll(TextTable.paragraph(ProviderText.clean(text), indent));
  }
}
