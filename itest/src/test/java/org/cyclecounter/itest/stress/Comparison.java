// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.cyclecounter.itest.stress.ProcessState.Memory;

/** Compares a process's resources before and after much work, in a table with verdicts. */
final class Comparison {

  /**
   * Threads that the JVM itself makes and ends as it needs them: compilers, collectors, and those
   * that wait for processes, which live on for a minute.
   */
  private static final String OF_THE_JVM =
      "C[12] CompilerThre|GC Thread#.*|G1 .*|[XZ][A-Z].*|process reaper.*";

  /** The time that finished threads and processes may take to end. */
  private static final int SETTLE_S = 60;

  private static final String ROW = "%-40s %12s %12s %12s %12s  %s%n";

  /** By how much the second half of a run may grow: KiB, but for the number of classes. */
  private static final Map<Memory, Long> LIMITS =
      Map.of(
          Memory.HEAP,
          2L << 10,
          Memory.CLASSES,
          60L,
          Memory.RESIDENT,
          24L << 10,
          Memory.VIRTUAL,
          (64L << 10) * 8 * Runtime.getRuntime().availableProcessors());

  private static final String REASONS =
      """
      Memory is in KiB; the limit is what the second half of the run may add, its code having been
      compiled in the first. It allows for noise: 2 MiB of heap for what other threads hold just then,
      and 60 classes for forms of method handles.
      24 MiB resident is a page (4 KiB) for each selection and a little, where that half has 5,000.
      Address space is for the C library's arenas, 64 MiB each and up to 8 for each processor.
      """;

  private final StringBuilder table = new StringBuilder();
  private int leaks;

  Comparison(ProcessState before, ProcessState middle, ProcessState end) {
    line("resource", "before", "middle", "end", "limit", "verdict");
    var kinds = new TreeSet<String>();
    for (ProcessState state : List.of(before, middle, end)) {
      state.descriptors().values().forEach(target -> kinds.add(kind(target)));
    }
    for (String kind : kinds) {
      things(
          "descriptors: " + kind,
          descriptors(before, kind),
          descriptors(middle, kind),
          descriptors(end, kind));
    }
    Collection<String> pools = threads(end, true);
    line(
        "threads of the JVM's own pools",
        threads(before, true).size(),
        threads(middle, true).size(),
        pools.size(),
        "-",
        "theirs");
    things("other threads", threads(before, false), threads(middle, false), threads(end, false));
    things(
        "threads whose signal mask changed", List.of(), masks(before, middle), masks(before, end));
    things("ways to take a signal", before.signals(), middle.signals(), end.signals());
    things("children", children(before, false), children(middle, false), children(end, false));
    things("zombies", children(before, true), children(middle, true), children(end, true));
    things("extracted libraries, crash reports", before.files(), middle.files(), end.files());
    for (Memory memory : Memory.values()) {
      long limit = LIMITS.get(memory);
      long growth = end.memory().get(memory) - middle.memory().get(memory);
      line(
          memory.words,
          before.memory().get(memory),
          middle.memory().get(memory),
          end.memory().get(memory),
          "+" + limit,
          growth <= limit ? "ok, " + (growth > 0 ? "+" : "") + growth : leak("+" + growth));
    }
  }

  /** The state to compare with. */
  static ProcessState before() throws IOException, InterruptedException {
    // Looking and comparing load classes, and open libjvm.so for its symbols: once, here.
    ProcessState.now();
    ProcessState state = ProcessState.now();
    withNow(state, state).toString();
    return ProcessState.now();
  }

  /** Compares with the state now, or as soon as finished threads and processes have ended. */
  static Comparison withNow(ProcessState before, ProcessState middle)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (true) {
      Comparison comparison = new Comparison(before, middle, ProcessState.now());
      if (comparison.leaks == 0 || System.nanoTime() - startNs > SETTLE_S * 1_000_000_000L) {
        return comparison;
      }
      Thread.sleep(100);
    }
  }

  /** The number of rows that are a leak. */
  int leaks() {
    return leaks;
  }

  @Override
  public String toString() {
    return table + REASONS;
  }

  private void line(Object... cells) {
    table.append(String.format(ROW, cells));
  }

  private String leak(String what) {
    leaks++;
    return "LEAK: " + what;
  }

  /** The end may have nothing that was not there before. */
  private void things(
      String name, Collection<String> before, Collection<String> middle, Collection<String> end) {
    List<String> added = new ArrayList<>(end);
    before.forEach(added::remove);
    line(
        name,
        before.size(),
        middle.size(),
        end.size(),
        "as before",
        added.isEmpty() ? "ok" : leak(String.join("; ", added)));
  }

  private static String withoutNumber(String target) {
    return target.replaceAll(":\\[\\d+]$", "");
  }

  private static String kind(String target) {
    if (target.startsWith("/")) {
      return target.startsWith("/dev/") ? "device" : "file";
    }
    return withoutNumber(target);
  }

  private static List<String> descriptors(ProcessState state, String kind) {
    return state.descriptors().values().stream()
        .filter(target -> kind(target).equals(kind))
        .map(Comparison::withoutNumber)
        .toList();
  }

  private static List<String> threads(ProcessState state, boolean ofTheJvm) {
    return state.threads().values().stream()
        .filter(name -> name.matches(OF_THE_JVM) == ofTheJvm)
        .toList();
  }

  private static List<String> masks(ProcessState before, ProcessState after) {
    List<String> changed = new ArrayList<>();
    before
        .masks()
        .forEach(
            (thread, mask) -> {
              String now = after.masks().getOrDefault(thread, mask);
              if (!now.equals(mask)) {
                changed.add(after.threads().get(thread) + ": " + mask + " is now " + now);
              }
            });
    return changed;
  }

  private static List<String> children(ProcessState state, boolean zombies) {
    return state.children().values().stream()
        .filter(child -> child.startsWith("Z") == zombies)
        .toList();
  }
}
