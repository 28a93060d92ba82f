// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.tools.command.OutputFile;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.page.ComparedSubject;
import org.cyclecounter.tools.page.MeasurePage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The page that {@code measure} writes on request. */
final class PageOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write medians, intervals, ratios and all runs as one HTML page, too, to FILE; - for the"
              + " standard output, instead of the table.")
  @Nullable String html;

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
      OutputFile.ofHtml(spec, html, json).check();
    }
  }

  /** Writes the page of all operations; of nothing but failures, too. */
  void write(MeasureCounter counter, double seconds, List<MeasuredOperation> measurements) {
    List<ComparedSubject> subjects = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (MeasuredOperation measurement : measurements) {
      String label = measurement.operation().label();
      measurement.warnings().forEach(warning -> warnings.add(label + ": " + warning));
      if (measurement.failure().isEmpty()) {
        subjects.add(measurement.runs());
      } else {
        failures.add(measurement.failure());
      }
    }
    MeasurePage page =
        new MeasurePage(
            counter.report().version(),
            counter.name() + ", " + counter.counted(),
            seconds,
            subjects,
            failures,
            warnings,
            MachineFacts.read());
    new OutputFile(Objects.requireNonNull(html)).write(page.html(), spec.commandLine().getOut());
  }
}
