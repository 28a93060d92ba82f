// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.observe.InfoMeasurements;
import org.cyclecounter.tools.output.InfoText;
import org.cyclecounter.tools.output.ReportJson;
import org.cyclecounter.tools.page.Page;
import org.cyclecounter.tools.page.PageInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "info",
    description = "Print this machine's counters and the selected one as cpucycles-info does.",
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class)
final class InfoCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Option(names = "--json", description = "Print everything, reasons included, as JSON.")
  boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write everything, with pictures, as one HTML page to FILE; - means standard output."
              + " Takes a few seconds. With --json both are written.")
  @Nullable String html;

  @Override
  public Integer call() {
    OutputFile page = html == null ? null : page(html);
    Optional<String> problem = page == null ? Optional.empty() : page.check();
    if (problem.isPresent()) {
      return failed(problem.get());
    }
    Selected selected = selection.select();
    if (page == null || json) {
      print(selected);
    }
    if (page != null) {
      problem = page.write(html(selected), spec.commandLine().getOut());
      if (problem.isPresent()) {
        return failed(problem.get());
      }
    }
    return selection.status(selected);
  }

  private OutputFile page(String name) {
    if (name.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--html needs a file name.");
    }
    OutputFile file = new OutputFile(name);
    if (file.isStandardOutput() && json) {
      throw new ParameterException(
          spec.commandLine(),
          "--html - and --json cannot both be written to the standard output: give --html a file.");
    }
    return file;
  }

  /** Observes every usable counter, which takes some seconds. */
  private String html(Selected selected) {
    String best = selected.report().implementation();
    return Page.html(
        PageInput.observe(
            selected.report(),
            selected,
            name -> name.equals(best) ? selected.counter() : selection.only(name).counter(),
            part -> {}));
  }

  private void print(Selected selected) {
    InfoMeasurements measurements = InfoMeasurements.of(selected.counter());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          ReportJson.of(
              selected.report(),
              selected.counter(),
              measurements,
              selected::counted,
              selected::obstacle));
    } else {
      InfoText.lines(selected.report(), measurements).forEach(out::println);
    }
    out.flush();
  }

  private int failed(String sentence) {
    spec.commandLine().getErr().println(sentence);
    return 1;
  }
}
