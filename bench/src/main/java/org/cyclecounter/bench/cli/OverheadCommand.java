package org.cyclecounter.bench.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.cli.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Adds {@code overhead} to the command line: what an empty ordered region costs on this machine.
 */
public final class OverheadCommand implements Subcommand {

  /** For {@link java.util.ServiceLoader}. */
  public OverheadCommand() {}

  @Override
  public Object command() {
    return new Overhead();
  }

  @Command(
      name = "overhead",
      description =
          "Print the cost of an empty ordered region, to be subtracted from measurements.",
      mixinStandardHelpOptions = true)
  static final class Overhead implements Callable<Integer> {
    @Spec CommandSpec spec;

    @Override
    public Integer call() {
      CycleCounter counter = CpuCycles.counter();
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          "overhead "
              + OrderedStopwatch.of(counter).overhead()
              + " cycles by "
              + counter.implementation());
      out.flush();
      return 0;
    }
  }
}
