// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.tools.doctor.Advice;
import org.cyclecounter.tools.doctor.Caution;
import org.cyclecounter.tools.doctor.Command;
import org.cyclecounter.tools.doctor.Diagnosis;
import org.cyclecounter.tools.output.FaqPointer;

/** What {@code doctor} prints: lines of at most 80 columns, but for commands, which are copied. */
final class DoctorText {

  private static final int INDENT = 2;
  private static final int COMMAND = 4;

  private final StringBuilder text = new StringBuilder();

  private DoctorText() {}

  static String of(Diagnosis diagnosis) {
    DoctorText text = new DoctorText();
    text.paragraph(diagnosis.sentence(), 0);
    List<Advice> advice = diagnosis.advice();
    for (int i = 0; i < advice.size(); i++) {
      text.blankLine();
      text.add(advice, i);
    }
    if (!diagnosis.cautions().isEmpty()) {
      text.blankLine();
      text.paragraph("Warnings:", 0);
      diagnosis.cautions().forEach(text::add);
    }
    text.faq(diagnosis);
    return text.text.toString();
  }

  private void add(List<Advice> all, int at) {
    Advice advice = all.get(at);
    text.append(ProviderText.word(advice.counter())).append(System.lineSeparator());
    paragraph("would give: " + advice.gives(), INDENT);
    for (Advice earlier : all.subList(0, at)) {
      if (advice.hasSameRemedyAs(earlier)) {
        paragraph("needs: the same as " + ProviderText.word(earlier.counter()), INDENT);
        return;
      }
    }
    paragraph("now: " + advice.now(), INDENT);
    commands(advice.commands());
    paragraph("costs: " + advice.costs(), INDENT);
  }

  private void add(Caution caution) {
    paragraph(caution.kind().label() + ": " + ProviderText.clean(caution.text()), INDENT);
    commands(caution.commands());
    if (!caution.commands().isEmpty()) {
      paragraph("costs: " + caution.costs(), INDENT);
    }
  }

  private void faq(Diagnosis diagnosis) {
    List<Enum<?>> occurred = new ArrayList<>();
    diagnosis.advice().forEach(advice -> occurred.add(advice.obstacle()));
    diagnosis.cautions().forEach(caution -> occurred.add(caution.kind()));
    for (String line : FaqPointer.to(occurred)) {
      blankLine();
      paragraph(line, 0);
    }
  }

  /** A command stands alone on its line, whatever its length. */
  private void commands(List<Command> commands) {
    for (Command command : commands) {
      paragraph(command.place().words() + ":", INDENT);
      text.append(" ".repeat(COMMAND)).append(command.text()).append(System.lineSeparator());
    }
  }

  private void paragraph(String words, int indent) {
    text.append(TextLayout.paragraph(words, indent));
  }

  private void blankLine() {
    text.append(System.lineSeparator());
  }
}
