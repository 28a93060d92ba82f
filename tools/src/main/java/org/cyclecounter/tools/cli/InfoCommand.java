// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.List;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.output.InfoText;
import org.cyclecounter.diagnostics.output.ReportJson;
import org.cyclecounter.diagnostics.page.Page;
import org.cyclecounter.diagnostics.page.SelectionSnapshot;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.OutputFile;
import org.cyclecounter.tools.command.SelectingCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "info",
    description = "Print this machine's counters and the selected one as cpucycles-info does.")
final class InfoCommand extends SelectingCommand {

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
  protected int run() {
    OutputFile page = OutputFile.of("--html", html, json);
    Selected selected = select();
    if (page == null || json) {
      print(
          json
              ? List.of(ReportJson.of(selected, InfoMeasurements.of(selected.counter())))
              : InfoText.lines(selected));
    }
    if (page != null) {
      page.write(html(selected), out());
    }
    checkUsable(selected);
    return 0;
  }

  /**
   * Observes every usable counter, which takes some seconds.
   *
   * <p>A selection hands out its best counter only, so each other one is opened by a selection of
   * its own, which probes it again. One that does not work this time is not observed, and the page
   * says so.
   */
  private String html(Selected selected) {
    String best = selected.report().implementation();
    return undisturbed(
        "observing the counters",
        progress ->
            Page.html(
                SelectionSnapshot.observe(
                    selected,
                    name -> name.equals(best) ? selected.counter() : only(name).counter(),
                    progress)));
  }
}
