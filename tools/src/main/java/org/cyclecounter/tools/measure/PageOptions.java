// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import java.util.Objects;
import org.cyclecounter.tools.command.OutputFile;
import org.cyclecounter.tools.command.SelectingCommand;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.page.MeasurePage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of the page that {@code measure} writes on request.
 *
 * <p>{@code --runs} alone is refused: it would be a wish that nothing follows.
 */
final class PageOptions {

  /**
   * The least runs that have an interval of 99 %: that all of n runs lie on one side of the true
   * median has a probability of 2 * 0.5^n, and 2 * 0.5^8 is 0.8 %, 2 * 0.5^7 is 1.6 %.
   */
  private static final int MIN_RUNS = 8;

  private static final int MAX_RUNS = 1000;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Measure everything once more, in turns, and write medians, intervals and ratios as one"
              + " HTML page to FILE; - for the standard output, instead of the table.")
  @Nullable String html;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How often each operation is run for --html; default ${DEFAULT-VALUE}.")
  int runs = 15;

  boolean isWanted() {
    return html != null;
  }

  /** Returns whether the page takes the standard output for itself. */
  boolean isOutput() {
    return html != null && new OutputFile(html).isStandardOutput();
  }

  /** Refuses bad input, and a file that cannot be written. */
  void check(boolean json) {
    if (html != null) {
      if (runs < MIN_RUNS || runs > MAX_RUNS) {
        throw SelectingCommand.bad(
            spec,
            "--runs must be at least %d, which an interval of 99 %% takes, and at most %d, not %d.",
            MIN_RUNS,
            MAX_RUNS,
            runs);
      }
      OutputFile.ofHtml(spec, html, json).check();
    } else if (spec.commandLine().getParseResult().hasMatchedOption("--runs")) {
      throw SelectingCommand.bad(spec, "--runs requires --html FILE.");
    }
  }

  /** Writes the page of each operation's first measurement and of the runs in turns. */
  void write(
      MeasureCounter counter,
      double seconds,
      List<MeasuredOperation> measurements,
      OperationRunner.Turns turns) {
    List<String> failures =
        measurements.stream()
            .map(MeasuredOperation::failure)
            .filter(failure -> !failure.isEmpty())
            .toList();
    MeasurePage page =
        new MeasurePage(
            counter.report().version(),
            counter.name() + ", " + counter.counted(),
            seconds,
            turns.subjects(),
            failures,
            turns.warnings(),
            MachineFacts.read());
    new OutputFile(Objects.requireNonNull(html)).write(page.html(), spec.commandLine().getOut());
  }
}
