package org.cyclecounter.selector.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.report.InfoText;
import org.cyclecounter.selector.report.Measurements;
import org.cyclecounter.selector.report.ReportJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "info",
    description = "Print this machine's counters and the chosen one as cpucycles-info does.",
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class)
final class InfoCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Option(names = "--json", description = "Print everything, reasons included, as JSON.")
  boolean json;

  @Override
  public Integer call() {
    Selected selected = selection.select();
    Measurements measurements = Measurements.of(selected.counter());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          ReportJson.of(selected.report(), selected.counter(), measurements, selected::counted));
    } else {
      InfoText.lines(selected.report(), measurements).forEach(out::println);
    }
    out.flush();
    return selection.status(selected);
  }
}
