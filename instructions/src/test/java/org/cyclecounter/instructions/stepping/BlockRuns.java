// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.instructions.ProfileTimer;
import org.jspecify.annotations.Nullable;

/**
 * Counts operations in turns by single steps and by blocks, in this JVM, place by place: {@code
 * instructions/proofs/blocks}.
 */
final class BlockRuns {

  /** A place that is executed as often in a run belongs to a loop. */
  private static final long OFTEN = 500;

  /** Stops by polls: each walks the stack, all of it in steps, some 0.3 s. */
  private static final int STOPS_PER_RUN = 10;

  private static final Semaphore STOPS = new Semaphore(0);

  /** Attempts at two equal runs: an operation may resize a table in one of them. */
  private static final int PAIRS = Integer.getInteger("pairs", 4);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private BlockRuns() {}

  /**
   * Prints a line for each operation: its name, the instructions, the processor's seconds of a run
   * by steps and by blocks, and how many pairs of runs were equal, equal in their loops, different,
   * disturbed.
   *
   * @param arguments warm-up runs; what disturbs: nothing, polls or signals; classes. Or {@code
   *     options} alone, which prints those of the JVM
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("options")) {
      System.out.println(String.join(" ", Conditions.OPTIONS));
      return;
    }
    Stepper.load();
    Stepper.pinSalt();
    List<String> names = List.of(arguments).subList(2, arguments.length);
    for (String name : names) {
      Callable<?> operation = Operations.of(name, Callable.class);
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        Object unusedResult = Stepper.call(operation, false);
      }
      if (name.equals(names.get(0))) {
        disturb(arguments[1]);
      }
      System.out.println(compare(operation));
    }
  }

  private static void disturb(String by) {
    if (by.equals("signals")) {
      ProfileTimer.begin();
    }
    if (by.equals("polls")) {
      Thread counted = Thread.currentThread();
      Thread thread =
          new Thread(
              () -> {
                while (true) {
                  STOPS.acquireUninterruptibly();
                  Object unusedFrames = counted.getStackTrace(); // stops it at a poll
                }
              });
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static String compare(Callable<?> operation) throws Exception {
    Run unusedFirst = Run.of(operation, false); // links what the call takes
    Run unusedBlocks = Run.of(operation, true);
    int equal = 0;
    int equalLoops = 0;
    int different = 0;
    int disturbed = 0;
    String difference = "";
    double stepSeconds = Double.MAX_VALUE;
    double blockSeconds = Double.MAX_VALUE;
    Run steps = Run.of(operation, false);
    for (int i = 0; i < PAIRS; i++) {
      Run blocks = Run.of(operation, true);
      stepSeconds = Math.min(stepSeconds, steps.seconds());
      blockSeconds = Math.min(blockSeconds, blocks.seconds());
      if (steps.places() == null || blocks.places() == null) {
        disturbed++;
      } else if (steps.places().equals(blocks.places())) {
        equal++;
      } else if (loops(steps.places()).equals(loops(blocks.places()))) {
        equalLoops++;
        difference = difference(steps.places(), blocks.places());
      } else {
        different++;
        difference = difference(steps.places(), blocks.places());
      }
      if (i + 1 < PAIRS && equal == 0) {
        steps = Run.of(operation, false);
      }
    }
    return String.format(
        Locale.ROOT,
        "%-24s %9d instructions, %8.4f s by steps, %7.4f s by blocks, %5.1f times as fast; pairs:"
            + " %d equal, %d equal loops, %d different, %d disturbed%s",
        operation.getClass().getSimpleName(),
        steps.instructions(),
        stepSeconds,
        blockSeconds,
        stepSeconds / blockSeconds,
        equal,
        equalLoops,
        different,
        disturbed,
        difference);
  }

  /** Not a library's: one walks the stack for stops, of which a run has more than another. */
  private static Map<Long, Long> loops(Map<Long, Long> places) {
    Map<Long, Long> loops = new HashMap<>(places);
    loops.values().removeIf(count -> count < OFTEN);
    long[] pcs = loops.keySet().stream().mapToLong(Long::longValue).toArray();
    @Nullable String[] names = new String[pcs.length];
    Stepper.name(pcs.clone(), names, 1);
    for (int i = 0; i < pcs.length; i++) {
      if (String.valueOf(names[i]).contains(".so")) {
        loops.remove(pcs[i]);
      }
    }
    return loops;
  }

  /** Names some places that differ, and by how much. */
  private static String difference(Map<Long, Long> steps, Map<Long, Long> blocks) {
    Map<Long, Long> all = new TreeMap<>(steps);
    blocks.forEach((pc, count) -> all.merge(pc, -count, Long::sum));
    all.values().removeIf(count -> count == 0);
    long[] pcs = all.keySet().stream().mapToLong(Long::longValue).toArray();
    @Nullable String[] names = new String[pcs.length];
    Stepper.name(pcs.clone(), names, 1);
    return Stream.iterate(
            0, i -> i < Math.min(Integer.getInteger("most", 5), pcs.length), i -> i + 1)
        .map(i -> String.format("%n    %x %d %s", pcs[i], all.get(pcs[i]), names[i]))
        .reduce("", String::concat);
  }

  /** A call, counted. */
  record Run(@Nullable Map<Long, Long> places, double seconds) {

    static Run of(Callable<?> operation, boolean isByBlocks) throws Exception {
      STOPS.release(STOPS_PER_RUN);
      Stepper.blocks(isByBlocks);
      Operations.align();
      long beginNs = THREADS.getCurrentThreadCpuTime();
      Object unusedResult = Stepper.call(operation, true);
      double seconds = (THREADS.getCurrentThreadCpuTime() - beginNs) / 1e9;
      long[] places = Stepper.places();
      if (places == null) {
        return new Run(null, seconds);
      }
      Map<Long, Long> table = new HashMap<>();
      IntStream.range(0, places.length / 2)
          .forEach(i -> table.put(places[2 * i], places[2 * i + 1]));
      return new Run(table, seconds);
    }

    long instructions() {
      return places == null ? 0 : places.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
