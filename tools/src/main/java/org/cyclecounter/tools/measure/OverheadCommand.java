// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.cli.SelectionOptions;
import org.cyclecounter.tools.cli.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Adds {@code overhead} to the command line: what an empty ordered region costs on this machine.
 */
@Command(
    name = "overhead",
    description = "Print the cost of an empty ordered region, to be subtracted from measurements.",
    mixinStandardHelpOptions = true)
public final class OverheadCommand implements Subcommand, Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();

  @Option(
      names = "--fence",
      description =
          "What separates a region from the code around it: ${COMPLETION-CANDIDATES}; default"
              + " ${DEFAULT-VALUE}.")
  Fence fence = Fence.COUNTER;

  /** For {@link java.util.ServiceLoader}. */
  public OverheadCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() {
    Selected selected = selection.select();
    int status = selection.status(selected);
    if (status != 0) {
      return status;
    }
    CycleCounter counter = selected.counter();
    long overhead;
    try {
      overhead = OrderedStopwatch.of(counter, fence).overhead();
    } catch (UnsupportedOperationException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
    PrintWriter out = spec.commandLine().getOut();
    String fenced = fence == Fence.COUNTER ? "" : " fenced by " + fence;
    out.println("overhead " + overhead + " cycles by " + counter.implementation() + fenced);
    out.flush();
    return 0;
  }
}
