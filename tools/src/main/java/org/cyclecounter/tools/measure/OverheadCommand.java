// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.SelectingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prints the cost of an empty ordered region on this machine.
 *
 * <p>In the counter's cycles; the smallest of many empty regions, in compiled code. CPUID traps in
 * virtual machines and takes microseconds there, but outside the region.
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
      OrderedStopwatch watch = OrderedStopwatch.of(counter, fence);
      long cycles = undisturbed("measuring empty regions", progress -> watch.overhead());
      print(List.of("overhead " + cycles + " cycles by " + counter.implementation() + fenced));
      return 0;
    } catch (UnsupportedOperationException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }
}
