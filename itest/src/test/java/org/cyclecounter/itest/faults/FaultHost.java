package org.cyclecounter.itest.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.itest.machines.JvmSignals;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * One selection among every counter of its class path. What the report says goes to the file {@link
 * #REPORT}, a line for each counter and one for the choice, their parts separated by tabs; the last
 * line of the standard output says that the JVM lives. It is test code and not in the faults' JAR,
 * which knows no more of the selector than a stranger's would.
 */
public final class FaultHost {

  static final String REPORT = "report.tsv";

  /** The last line of the standard output. */
  static final String ALIVE = "alive: 20000 null pointers, 20 stack overflows, it rises: true";

  private static final long READS = 1_000_000;

  private FaultHost() {}

  /**
   * On the class path, where the selector finds the providers.
   *
   * @param arguments the isolation
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    run(CycleCounterSelector.builder(), arguments[0]);
  }

  /**
   * In a bundle, where the providers have to be given.
   *
   * @param providers every provider, in order
   * @param isolation the isolation
   * @throws IOException if the report cannot be written
   */
  public static void run(List<CycleCounterProvider> providers, String isolation)
      throws IOException {
    run(CycleCounterSelector.builder().providers(providers), isolation);
  }

  private static void run(CycleCounterSelector.Builder builder, String isolation)
      throws IOException {
    Selected selected = builder.isolation(Isolation.valueOf(isolation)).build().select();
    List<String> lines = new ArrayList<>();
    for (CounterReport c : selected.report().counters()) {
      String costMs = Long.toString(c.cost().toMillis());
      lines.add(String.join("\t", "counter", c.name(), c.verdict().name(), c.reason(), costMs));
    }
    lines.add("chosen\t" + selected.counter().implementation());
    Files.write(Path.of(REPORT), lines);
    // The JVM's own use of signals, the collector, the counter that it chose.
    int nullPointers = JvmSignals.nullPointers();
    int stackOverflows = JvmSignals.stackOverflows();
    System.gc();
    long first = selected.counter().cycles();
    long last = first;
    for (long i = 0; i < READS; i++) {
      last = selected.counter().cycles();
    }
    System.out.printf(
        "%nalive: %d null pointers, %d stack overflows, it rises: %s%n",
        nullPointers, stackOverflows, last > first);
  }
}
