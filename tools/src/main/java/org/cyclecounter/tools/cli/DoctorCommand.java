// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.List;
import org.cyclecounter.diagnostics.doctor.Diagnosis;
import org.cyclecounter.diagnostics.doctor.DiagnosisJson;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.doctor.DoctorText;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.SelectingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prints a {@link Diagnosis}. Its status is an answer for scripts: 0 where there is nothing to do.
 * It is 1, too, where the counter that {@code --counter} names cannot be used.
 */
@Command(
    name = "doctor",
    description = {
      "Report which better counters this machine could have, the commands that enable them and"
          + " what they cost, and what makes counts doubtful. Changes nothing.",
      "Exit status: 0 if nothing better is possible, 1 otherwise, 2 for bad input."
    })
final class DoctorCommand extends SelectingCommand {

  @Option(names = "--json", description = "Print everything, the machine included, as JSON.")
  boolean json;

  @Override
  protected int run() {
    try (Selected selected = select()) {
      MachineFacts machine = MachineFacts.read();
      Diagnosis diagnosis = Doctor.examine(selected, machine);
      print(json ? List.of(DiagnosisJson.of(diagnosis, machine)) : DoctorText.lines(diagnosis));
      checkUsable(selected);
      return status(diagnosis);
    }
  }

  /** Returns the status of a diagnosis: 0 if nothing better is possible. */
  static int status(Diagnosis diagnosis) {
    return diagnosis.advice().isEmpty() ? 0 : 1;
  }
}
