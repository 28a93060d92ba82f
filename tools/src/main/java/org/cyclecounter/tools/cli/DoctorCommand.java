// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.doctor.Diagnosis;
import org.cyclecounter.tools.doctor.DiagnosisJson;
import org.cyclecounter.tools.doctor.Doctor;
import org.cyclecounter.tools.machine.MachineFacts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    description = {
      "Report which better counters this machine could have, the commands that enable them and"
          + " what they cost, and what makes counts doubtful. Changes nothing.",
      "Exit status: 0 if nothing better is possible, 1 otherwise, 2 for bad input."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class)
final class DoctorCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Option(names = "--json", description = "Print everything, the machine included, as JSON.")
  boolean json;

  @Override
  public Integer call() throws Exception {
    Diagnosis diagnosis;
    MachineFacts machine;
    try (Selected selected = selection.select()) {
      machine = MachineFacts.read();
      diagnosis = Doctor.examine(selected.report(), selected, machine, selection.scoring());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(DiagnosisJson.of(diagnosis, machine));
    } else {
      out.print(DoctorText.of(diagnosis));
    }
    out.flush();
    return diagnosis.status();
  }
}
