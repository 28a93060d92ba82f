// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.List;
import org.cyclecounter.diagnostics.output.ReportJson;
import org.cyclecounter.diagnostics.output.ReportTable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.SelectingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Print this machine's counters as a table, and the reason for each verdict.")
final class ListCommand extends SelectingCommand {

  @Option(names = "--json", description = "Print everything, reasons included, as JSON.")
  boolean json;

  @Option(names = "--all", description = "Print counters of other systems and processors, too.")
  boolean all;

  @Override
  protected int run() {
    Selected selected = select();
    String named = counter();
    print(
        json
            ? List.of(ReportJson.of(selected))
            : named != null
                ? ReportTable.lines(selected, named)
                : ReportTable.lines(selected, all));
    checkUsable(selected);
    return 0;
  }
}
