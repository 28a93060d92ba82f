// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.output.ReportJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "Print this machine's counters as a table, and the reason for each verdict.",
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class)
final class ListCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Option(names = "--json", description = "Print everything, reasons included, as JSON.")
  boolean json;

  @Override
  public Integer call() {
    Selected selected = selection.select();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          ReportJson.of(
              selected.report(), selected.counter(), selected::counted, selected::obstacle));
    } else {
      out.print(ListTable.of(selected.report(), selected::obstacle));
    }
    out.flush();
    return selection.status(selected);
  }
}
