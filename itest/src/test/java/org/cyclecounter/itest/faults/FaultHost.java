// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.itest.machines.JvmSignals;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * One selection among every counter of its class path. What the report says goes to the file {@link
 * #REPORT}, a line for each counter, one for the selection and one for locked memory, their parts
 * separated by tabs; the last line of the standard output says that the JVM lives. It is test code
 * and not in the faults' JAR, which knows no more of the selector than a stranger's would.
 */
public final class FaultHost {

  static final String REPORT = "report.tsv";

  /** The last line of the standard output. */
  static final String ALIVE =
      "alive: 20000 null pointers, 20 stack overflows, it rises: true, arithmetic: right";

  private static final long READS = 1_000_000;

  /** No more reads are made after so long: on the simulated PMU one may take 0.25 ms. */
  private static final long MAX_READS_NS = 5_000_000_000L;

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
   * @param exclude names of counters
   * @param isolation the isolation
   * @throws IOException if the report cannot be written
   */
  public static void run(List<CycleCounterProvider> providers, String[] exclude, String isolation)
      throws IOException {
    run(CycleCounterSelector.builder().providers(providers).exclude(exclude), isolation);
  }

  private static void run(CycleCounterSelector.Builder builder, String isolation)
      throws IOException {
    long expected = arithmetic(10);
    long lockedKb = lockedKb();
    Selected selected = builder.isolation(Isolation.valueOf(isolation)).build().select();
    List<String> lines = new ArrayList<>();
    for (CounterReport c : selected.report().counters()) {
      String costMs = Long.toString(c.cost().toMillis());
      lines.add(String.join("\t", "counter", c.name(), c.verdict().name(), c.reason(), costMs));
    }
    lines.add("selected\t" + selected.counter().implementation());
    lines.add("locked\t" + (lockedKb() - lockedKb));
    Files.write(Path.of(REPORT), lines);
    // The JVM's own use of signals, the collector, the counter that it selected.
    int nullPointers = JvmSignals.nullPointers();
    int stackOverflows = JvmSignals.stackOverflows();
    System.gc();
    boolean rises = rises(selected);
    System.out.printf(
        "%nalive: %d null pointers, %d stack overflows, it rises: %s, arithmetic: %s%n",
        nullPointers, stackOverflows, rises, arithmetic(10) == expected ? "right" : "wrong");
  }

  private static boolean rises(Selected selected) {
    long first = selected.counter().cycles();
    long last = first;
    long startNs = System.nanoTime();
    for (long i = 0; i < READS && System.nanoTime() - startNs < MAX_READS_NS; i++) {
      last = selected.counter().cycles();
    }
    return last > first;
  }

  /** What depends on the rounding, on numbers below the smallest normal one, and on a direction. */
  private static long arithmetic(double ten) {
    long sum = Double.doubleToLongBits(1 / ten);
    sum = 31 * sum + Double.doubleToLongBits(-1 / ten);
    sum = 31 * sum + Double.doubleToLongBits(Double.MIN_NORMAL / ten * 5);
    sum = 31 * sum + Float.floatToIntBits((float) (1 / ten) / 3);
    sum = 31 * sum + Double.doubleToLongBits(Math.sin(ten) + Math.fma(ten, 0.1, -1));
    byte[] bytes = new byte[1_000_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 7);
    }
    System.arraycopy(bytes, 0, bytes, 13, 900_000);
    System.arraycopy(bytes, 17, bytes, 0, 900_000);
    return 31 * sum + Arrays.hashCode(bytes);
  }

  /** Memory of this process that is locked, in KiB; 0 where no file says it. */
  private static long lockedKb() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmLck:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    }
    return 0;
  }
}
