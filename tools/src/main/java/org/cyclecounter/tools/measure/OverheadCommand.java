// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.EmptyRegion;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.SelectingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prints the cost of an empty ordered region on this machine.
 *
 * <p>In the counter's cycles; the median, mean and least of many empty regions, in compiled code.
 * CPUID traps in virtual machines and takes microseconds there, but outside the region.
 */
@Command(
    name = "overhead",
    description = "Print the cost of an empty ordered region, to be subtracted from measurements.")
public final class OverheadCommand extends SelectingCommand {

  @Option(
      names = "--fence",
      paramLabel = "FENCE",
      description =
          "What separates a region from the code around it: ${COMPLETION-CANDIDATES}; default"
              + " ${DEFAULT-VALUE}.")
  Fence fence = Fence.COUNTER;

  @Override
  protected int run() {
    Selected selected = select();
    checkUsable(selected);
    CycleCounter counter = selected.counter();
    String fenced = fence == Fence.COUNTER ? "" : " fenced by " + fence;
    try {
      EmptyRegion empty =
          undisturbed(
              "measuring empty regions",
              progress -> OrderedStopwatch.of(counter, fence).emptyRegion());
      print(
          List.of(
              Formatted.of(
                  "overhead %d cycles by %s%s: subtract it from a single region (the median)",
                  empty.median(), counter.implementation(), fenced),
              Formatted.of(
                  "%.1f cycles: subtract it from a sum, for each region (the mean)", empty.mean()),
              Formatted.of("%d cycles: the least, which a region seldom shows", empty.least())));
      return 0;
    } catch (UnsupportedOperationException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }
}
