// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.tools.command.CommandStreams;
import org.cyclecounter.tools.command.Progress;

/**
 * Prints counts when they come, and the rest once: at the end, or when the process is interrupted
 * before. Threads: the command's, and the interruption's for {@link #interrupt}.
 */
final class CountedOutput {

  private final PrintWriter out;
  private final Progress progress;
  private final boolean isJson;
  private final int maxLines;
  private final BaselineOptions baseline;
  private final List<CountedOperation> all = new ArrayList<>();
  private boolean hasEnded;

  /**
   * Takes the streams and the form of the output.
   *
   * @param maxLines the lines of code that are printed for an operation
   * @param baseline names what the counts are compared with
   */
  CountedOutput(
      PrintWriter out, Progress progress, boolean isJson, int maxLines, BaselineOptions baseline) {
    this.out = out;
    this.progress = progress;
    this.isJson = isJson;
    this.maxLines = maxLines;
    this.baseline = baseline;
  }

  synchronized void put(CountedOperation counted) {
    if (!hasEnded) {
      progress.end();
      all.add(counted);
      if (!isJson) {
        CommandStreams.print(out, counted.text(maxLines));
      }
    }
  }

  /** Returns true if all were counted, and none differs from the baseline or between JVMs. */
  synchronized boolean isAllRight() {
    return all.stream().allMatch(CountedOperation::isRight);
  }

  synchronized List<CountedOperation> all() {
    return List.copyOf(all);
  }

  synchronized void end() {
    if (!hasEnded) {
      hasEnded = true;
      printRest(false);
    }
  }

  /** Prints the rest while an operation may still run; nothing here waits for it. */
  synchronized void interrupt() {
    if (!hasEnded) {
      hasEnded = true;
      progress.interrupt();
      printRest(true);
    }
  }

  private void printRest(boolean isInterrupted) {
    if (isJson) {
      CommandStreams.print(out, List.of(CountedOperation.json(all, isInterrupted)));
    } else {
      CommandStreams.print(out, conditions());
      CommandStreams.print(out, DifferenceTable.of(all, baseline));
    }
  }

  private List<String> conditions() {
    return all.stream()
        .map(CountedOperation::count)
        .filter(Objects::nonNull)
        .findFirst()
        .map(count -> TextTable.paragraph(count.conditions(), 0))
        .orElse(List.of());
  }
}
