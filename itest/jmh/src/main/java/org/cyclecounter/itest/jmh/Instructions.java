// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * What a read of a mapped perf event takes: instructions, counted one by one, and time, with RDTSC
 * in place of RDPMC. An instruction counts from the one read's return into a compiled loop to the
 * next one's, the loop's own among them: the difference of a loop of 40 reads and one of 20, the
 * least of several of each, by 20. "In C" are those of the function that reads {@code amd64-pmc},
 * from its first to its return, with what it calls.
 *
 * <p>Run by {@code itest/jmh/instructions}.
 */
public final class Instructions {

  private static final int SHORT = 20;
  private static final int LONG = 40;
  private static final int REPETITIONS = 5;
  private static final int READS = 20_000;

  /** Often enough that C2 compiles the loop for its next call, not only for the one that runs. */
  private static final int WARM_UPS = 30_000;

  private static final CycleCounter COUNTER = select();
  private static final MappedRead MAPPED = new MappedRead();
  private static final long PAGE = MappedRead.page();

  @SuppressWarnings("FieldMayBeFinal") // not final: the compiler cannot take it for a constant
  private CycleCounter counter = COUNTER;

  private Instructions() {}

  /**
   * A way to read, and what it took; a loop of its own for each, so that each is compiled alone.
   */
  private static final class Way {
    final String name;
    final IntToLongFunction loop;
    double instructions;
    double inside;
    double[] ns = {};

    Way(String name, IntToLongFunction loop) {
      this.name = name;
      this.loop = loop;
    }
  }

  private static CycleCounter select() {
    return CycleCounterSelector.builder()
        .providers(List.of(new MappedRead()))
        .include("mapped-read")
        .isolation(Isolation.NONE)
        .build()
        .select()
        .counter();
  }

  private static long emptyCall(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += Bare.nothing();
    }
    return sum;
  }

  private static long ofPage(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += MappedRead.ofPage(PAGE);
    }
    return sum;
  }

  private static long ofOwnPage(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += MappedRead.ofOwnPage();
    }
    return sum;
  }

  private static long nativeMethod(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += MappedRead.ticks();
    }
    return sum;
  }

  private static long staticFinalField(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += COUNTER.cycles();
    }
    return sum;
  }

  private long instanceField(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += counter.cycles();
    }
    return sum;
  }

  private static long ordered(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += COUNTER.start();
    }
    return sum;
  }

  private static double instructions(Way way) {
    return (double) (least(way, LONG) - least(way, SHORT)) / (LONG - SHORT);
  }

  private static long least(Way way, int times) {
    long function = MAPPED.function();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < REPETITIONS; i++) {
      SingleStep.begin(function);
      way.loop.applyAsLong(times);
      least = Math.min(least, SingleStep.end());
      way.inside = SingleStep.calls() == 0 ? 0 : (double) SingleStep.inside() / SingleStep.calls();
    }
    return least;
  }

  private static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static int run(String[] arguments, PrintStream out, PrintStream err) {
    int rounds;
    try {
      rounds = arguments.length == 0 ? 201 : Integer.parseInt(arguments[0]);
      if (arguments.length > 1 || rounds < 0) {
        throw new NumberFormatException();
      }
    } catch (NumberFormatException e) {
      err.println(
          "instructions: '"
              + String.join(" ", arguments)
              + "' is no number of rounds; use one, 0 for none, or nothing for 201");
      return 2;
    }
    if (!Platform.current().prefix().equals("linux-x86-64")) {
      err.println(
          "instructions: single-stepping needs Linux on x86-64; this is "
              + Platform.current().prefix());
      return 1;
    }
    return measured(rounds, out, err);
  }

  private static int measured(int rounds, PrintStream out, PrintStream err) {
    MappedRead.ownPage();
    Instructions fields = new Instructions();
    Way least = new Way("least, page in an argument", Instructions::ofPage);
    List<Way> ways =
        List.of(
            new Way("empty native method", Instructions::emptyCall),
            least,
            new Way("least, the thread's page", Instructions::ofOwnPage),
            new Way("native method ticks()", Instructions::nativeMethod),
            new Way("static final field", Instructions::staticFinalField),
            new Way("instance field", fields::instanceField),
            new Way("start()", Instructions::ordered));
    long sink = 0;
    for (int i = 0; i < WARM_UPS; i++) {
      for (Way way : ways) {
        sink += way.loop.applyAsLong(SHORT);
      }
    }
    for (Way way : ways) {
      way.ns = new double[rounds];
    }
    for (int i = 0; i < rounds; i++) {
      for (Way way : ways) {
        long begin = System.nanoTime();
        sink += way.loop.applyAsLong(READS);
        way.ns[i] = (double) (System.nanoTime() - begin) / READS;
      }
    }
    for (Way way : ways) {
      way.instructions = instructions(way);
    }
    if (sink == 0 || ways.get(0).instructions < 1) {
      err.println("instructions: this machine does not single-step a thread that asks for it");
      return 1;
    }
    out.printf(
        "%-28s %12s %8s%s%n",
        "", "instructions", "in C", rounds > 0 ? "       ns  of the least" : "");
    for (Way way : ways) {
      String inside = way.inside > 0 ? String.format(Locale.ROOT, "%.0f", way.inside) : "-";
      out.printf(Locale.ROOT, "%-28s %12.0f %8s", way.name, way.instructions, inside);
      if (rounds > 0) {
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
          ratios[i] = way.ns[i] / least.ns[i];
        }
        out.printf(Locale.ROOT, " %8.2f %13.3f", median(way.ns), median(ratios));
      }
      out.println();
    }
    return 0;
  }

  /**
   * Measures.
   *
   * @param arguments how many rounds are timed
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }
}
