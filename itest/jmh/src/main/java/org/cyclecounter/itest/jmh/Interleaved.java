// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;

/**
 * Reads and calls in slices of some 0.1 ms, in turns, and the smallest of many slices of each: on a
 * machine that does other work JMH's averages are of that work, too. {@code itest/jmh/interleaved}
 * runs it.
 */
public final class Interleaved {

  private static final int CALLS = 20_000;
  private static final int WARM_UP_ROUNDS = 30;
  private static final int PAUSE_MS = 2;

  private static final CycleCounter COUNTER = CpuCycles.counter();

  private static CycleCounter field = CpuCycles.counter();
  private static CycleCounter selected = CycleCounterSelector.builder().build().select().counter();
  private static TickSource nothing;
  private static volatile long sink;

  private Interleaved() {}

  /**
   * Prints the smallest nanoseconds of one call, and ratios.
   *
   * @param arguments how many rounds; 1000 unless given
   * @throws Exception if a counter cannot be opened
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    Map<String, LongSupplier> slices = slices();
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      for (LongSupplier slice : slices.values()) {
        sink += slice.getAsLong();
      }
      Thread.sleep(PAUSE_MS); // the reads are linked and compiled during these
    }
    double[][] ns = new double[slices.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      int i = 0;
      for (LongSupplier slice : slices.values()) {
        long startNs = System.nanoTime();
        sink += slice.getAsLong();
        ns[i++][round] = (System.nanoTime() - startNs) / (double) CALLS;
      }
    }
    print(slices.keySet().toArray(String[]::new), ns);
  }

  /** The others of each kind are compared with the first; what is in parentheses shares a line. */
  private static Map<String, LongSupplier> slices() throws CounterUnavailableException {
    nothing = Bare.linkedNothing();
    long address = Bare.nothingAddress();
    Map<String, LongSupplier> slices = new LinkedHashMap<>();
    slices.put("read: bare instruction in C", () -> Bare.ticksLoop(CALLS));
    slices.put("read: in Java (CpuCycles.cycles())", Interleaved::cpuCycles);
    slices.put("read: in Java (static final field)", Interleaved::staticFinalField);
    slices.put("read: in Java (instance field)", () -> cycles(field));
    slices.put("read: in Java (instance field, of select())", () -> cycles(selected));
    slices.put("read: in C through the JVM's stub", () -> Bare.stubLoop(CALLS));
    slices.put("call: empty, in C", () -> Bare.callLoop(address, CALLS));
    slices.put("call: empty, as a counter is linked", Interleaved::linkedNothing);
    slices.put("call: empty, by plain JNI", Interleaved::plainJni);
    slices.put("pair: two functions in C", () -> Bare.pairCallLoop(CALLS));
    slices.put("pair: the instructions in C", () -> Bare.pairLoop(CALLS));
    slices.put("pair: start(), stop()", Interleaved::pairs);
    return slices;
  }

  private static void print(String[] names, double[][] ns) {
    Map<String, DoubleSummaryStatistics> lines = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      lines
          .computeIfAbsent(
              names[i].replaceFirst(" \\(.*", ""), name -> new DoubleSummaryStatistics())
          .accept(Arrays.stream(ns[i]).min().orElseThrow());
    }
    System.out.printf("%-38s %-16s  ratio%n", "", "ns");
    String kind = "";
    double first = 1;
    for (Map.Entry<String, DoubleSummaryStatistics> line : lines.entrySet()) {
      double least = line.getValue().getMin();
      double largest = line.getValue().getMax();
      if (!line.getKey().substring(0, 5).equals(kind)) {
        kind = line.getKey().substring(0, 5);
        first = least;
      }
      System.out.printf(
          "%-38s %-16s  %s%n",
          line.getKey(), range(least, largest), range(least / first, largest / first));
    }
  }

  private static String range(double least, double largest) {
    String from = String.format(Locale.ROOT, "%.3f", least);
    String to = String.format(Locale.ROOT, "%.3f", largest);
    return from.equals(to) ? from : from + " to " + to;
  }

  private static long cpuCycles() {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += CpuCycles.cycles();
    }
    return sum;
  }

  private static long staticFinalField() {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += COUNTER.cycles();
    }
    return sum;
  }

  private static long cycles(CycleCounter counter) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += counter.cycles();
    }
    return sum;
  }

  private static long linkedNothing() {
    TickSource source = nothing;
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += source.ticks();
    }
    return sum;
  }

  private static long plainJni() {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += Bare.nothing();
    }
    return sum;
  }

  private static long pairs() {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      long start = COUNTER.start();
      sum += COUNTER.stop() - start;
    }
    return sum;
  }
}
