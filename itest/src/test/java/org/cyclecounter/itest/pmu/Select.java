// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.cyclecounter.itest.selecting.FirstUse.say;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.itest.machines.Selection;
import org.cyclecounter.itest.machines.Selection.Way;

/**
 * Selects a counter, reads it, and prints the results: a line for each fact, with a word first. The
 * first argument says how, the others which counters are left out.
 */
public final class Select {

  private static final int READS = 1_000;

  private static long decreases;
  private static long last;

  private Select() {}

  public static void main(String[] arguments) {
    String[] without = Arrays.copyOfRange(arguments, 1, arguments.length);
    Selection selection = Selection.by(Way.valueOf(arguments[0]), without);
    last = selection.cycles().getAsLong();
    say("selected", selection.implementation().get());
    long first = last;
    read(selection.cycles());
    selection.report().get();
    read(selection.cycles());
    say("rises", last > first ? "yes" : "no");
    say("decreases", Long.toString(decreases));
    say("last", selection.implementation().get());
    for (CounterReport counter : selection.report().get().counters()) {
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
}
