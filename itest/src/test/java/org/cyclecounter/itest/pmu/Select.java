// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * Selects a counter, reads it, and says what happened: a line for each fact, a word before each.
 * The first argument says how, the others which counters are left out.
 */
public final class Select {

  enum How {
    CPU_CYCLES,
    SELECT
  }

  private static final int READS = 1_000;

  private static long decreases;
  private static long last;

  private Select() {}

  public static void main(String[] arguments) {
    long startNs = System.nanoTime();
    LongSupplier reads;
    Supplier<String> name;
    Supplier<SelectionReport> report;
    if (How.valueOf(arguments[0]) == How.CPU_CYCLES) {
      last = CpuCycles.cycles();
      reads = CpuCycles::cycles;
      name = CpuCycles::implementation;
      report = CpuCycles::report;
    } else {
      String[] without = Arrays.copyOfRange(arguments, 1, arguments.length);
      var selected = CycleCounterSelector.builder().exclude(without).build().select();
      last = selected.counter().cycles();
      reads = selected.counter()::cycles;
      name = selected.counter()::implementation;
      report = selected::report;
    }
    say("selected", name.get());
    say("ms", Long.toString((System.nanoTime() - startNs) / 1_000_000));
    long first = last;
    read(reads);
    report.get();
    read(reads);
    say("rises", last > first ? "yes" : "no");
    say("decreases", Long.toString(decreases));
    say("last", name.get());
    for (CounterReport counter : report.get().counters()) {
      say(counter.name(), counter.verdict() + " " + counter.reason());
    }
  }

  private static void read(LongSupplier reads) {
    for (int i = 0; i < READS; i++) {
      long now = reads.getAsLong();
      decreases += now < last ? 1 : 0;
      last = now;
    }
  }

  private static void say(String word, String text) {
    System.out.println(word + ": " + text);
  }
}
