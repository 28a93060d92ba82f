package org.cyclecounter.selector.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.report.ReportTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "Print this machine's counters as a table, each with its reason.",
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class)
final class ListCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Override
  public Integer call() {
    Selected selected = selection.select();
    PrintWriter out = spec.commandLine().getOut();
    ReportTable.lines(selected.report()).forEach(out::println);
    out.flush();
    return selection.status(selected);
  }
}
