// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cyclecounter.tools.cli.OutputFile;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.page.MeasurePage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The page that {@code measure} writes where it is asked to. */
final class PageOptions {

  /** Fewer have no interval of 99 %. */
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

  private OutputFile file = new OutputFile("-");

  boolean isWanted() {
    return html != null;
  }

  /** Whether the page takes the output for itself. */
  boolean isOutput() {
    return html != null && file.isStandardOutput();
  }

  /** A sentence where the page could not be written; throws for bad input. */
  Optional<String> check(boolean json) {
    String name = html;
    if (name == null) {
      if (spec.commandLine().getParseResult().hasMatchedOption("--runs")) {
        throw bad("--runs requires --html FILE.");
      }
      return Optional.empty();
    }
    if (name.isEmpty()) {
      throw bad("--html needs a file name.");
    }
    if (runs < MIN_RUNS || runs > MAX_RUNS) {
      throw bad(
          String.format(
              Locale.ROOT,
              "--runs must be at least %d, which an interval of 99 %% takes, and at most %d, not %d.",
              MIN_RUNS,
              MAX_RUNS,
              runs));
    }
    file = new OutputFile(name);
    if (file.isStandardOutput() && json) {
      throw bad(
          "--html - and --json cannot both be written to the standard output: give --html a file.");
    }
    return file.check();
  }

  /** Writes the page of each operation's first measurement and the turns; a sentence on failure. */
  Optional<String> write(
      MeasureCounter counter,
      double seconds,
      List<MeasuredOperation> measurements,
      OperationRunner.Turns compared) {
    List<String> failures =
        measurements.stream()
            .map(MeasuredOperation::failure)
            .filter(one -> !one.isEmpty())
            .toList();
    MeasurePage page =
        new MeasurePage(
            counter.report().version(),
            counter.name() + ", " + counter.counted(),
            seconds,
            compared.subjects(),
            failures,
            compared.warnings(),
            MachineFacts.read());
    return file.write(page.html(), spec.commandLine().getOut());
  }

  private ParameterException bad(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
