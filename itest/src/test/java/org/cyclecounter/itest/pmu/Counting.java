package org.cyclecounter.itest.pmu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.itest.pmu.Choose.How;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * Counts on a simulated PMU that others use, too, and says how much each thread has counted beside
 * its own truth. The arguments: how to choose, the counter in question, the simulator's control
 * file, and what to do.
 *
 * <p>The choice is made while traps cost nothing ({@link SimulatedPmu#DETERMINISTIC}); after it, a
 * command makes the PMU count the threads' whole CPU time.
 */
public final class Counting {

  /** How much CPU time a thread counts: its bounds are some 0.1 % of this apart. */
  private static final long WORK_NS = 40_000_000;

  private static final int POOL = 8;
  private static final long PATIENCE_NS = 10_000_000_000L;

  /** A successor that no PMU can take away. */
  private static final String SUCCESSOR = "default-monotonic";

  private static Path control;
  private static String name;

  private record Chosen(
      LongSupplier cycles,
      Supplier<String> implementation,
      Supplier<SelectionReport> report,
      AtomicInteger told) {

    boolean is(String counter) {
      return implementation.get().equals(counter);
    }

    /** On the calling thread. */
    OwnCount count(String counter) {
      return new OwnCount(cycles, implementation, counter);
    }
  }

  /** A pool thread's work, which it reports on as it likes. */
  private interface Task {
    OwnCount run(int thread);
  }

  private Counting() {}

  public static void main(String[] arguments) throws Exception {
    How how = How.valueOf(arguments[0]);
    name = arguments[1];
    control = Path.of(arguments[2]);
    Chosen chosen = choose(how);
    state("choice", chosen, name);
    command("discount=0");
    for (int i = 3; i < arguments.length; i++) {
      String[] what = arguments[i].split(":", 2);
      switch (what[0]) {
        case "threads" -> threads(chosen, Integer.parseInt(what[1]));
        case "many" -> many(chosen, Integer.parseInt(what[1]));
        case "command" -> command(what[1]);
        case "taken" -> taken(chosen, Integer.parseInt(what[1]), true);
        case "unread" -> taken(chosen, Integer.parseInt(what[1]), false);
        case "rechosen" -> rechosen(chosen);
        case "between" -> between(chosen);
        case "again" -> again(what[1]);
        case "beside" -> beside(chosen, what[1]);
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    System.out.println("end: yes");
  }

  private static Chosen choose(How how) {
    if (how == How.CPU_CYCLES) {
      CpuCycles.cycles();
      return new Chosen(
          CpuCycles::cycles, CpuCycles::implementation, CpuCycles::report, new AtomicInteger(-1));
    }
    return select(name);
  }

  private static Chosen select(String counter) {
    AtomicInteger told = new AtomicInteger();
    var selected =
        CycleCounterSelector.builder()
            .include(counter, SUCCESSOR)
            .onLoss(report -> told.incrementAndGet())
            .build()
            .select();
    var reads = selected.counter();
    return new Chosen(reads::cycles, reads::implementation, selected::report, told);
  }

  /** In force when this returns: the simulator looks at the file every 20 ms. */
  private static void command(String text) throws IOException {
    Files.writeString(control, text + "\n", StandardOpenOption.APPEND);
    OwnCount.sleep(60);
  }

  /** So many threads at once, each one's own count. */
  private static void threads(Chosen chosen, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    String stage = threads + (threads == 1 ? " thread" : " threads");
    report(stage, onAll(pool, threads, number -> count(chosen)));
    state(stage, chosen, name);
    pool.shutdown();
  }

  private static OwnCount count(Chosen chosen) {
    OwnCount own = chosen.count(name);
    own.work(WORK_NS);
    own.endPart();
    return own;
  }

  /** So many threads, each of which has read before the last one reads. */
  private static void many(Chosen chosen, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CyclicBarrier read = new CyclicBarrier(threads);
    String stage = threads + " threads at once";
    Task task =
        number -> {
          OwnCount own = chosen.count(name);
          own.read();
          OwnCount.spin(WORK_NS / 40);
          own.read();
          try {
            read.await();
          } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
          }
          own.read();
          own.endPart();
          return own;
        };
    report(stage, onAll(pool, threads, task));
    state(stage, chosen, name);
    pool.shutdown();
  }

  /**
   * So many times, on the same eight threads: they count, all hardware counters are taken and given
   * back, and a later choice takes the counter again. Meanwhile one thread computes, and reads only
   * after they have been given back; or all do so, and nobody can notice at the time.
   */
  private static void taken(Chosen first, int times, boolean read) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    Chosen chosen = first;
    for (int i = 1; i <= times; i++) {
      Chosen now = chosen;
      AtomicInteger reading = new AtomicInteger();
      AtomicInteger back = new AtomicInteger();
      Task task =
          number -> {
            OwnCount own = now.count(name);
            own.work(WORK_NS);
            reading.incrementAndGet();
            long endNs = System.nanoTime() + PATIENCE_NS;
            while (back.get() == 0 && System.nanoTime() < endNs) {
              OwnCount.spin(1_000_000);
              if (read && number != 0) {
                own.read();
              }
              OwnCount.sleep(1);
            }
            own.work(WORK_NS / 10);
            own.endPart();
            return own;
          };
      List<Future<OwnCount>> running = start(pool, POOL, task);
      await(() -> reading.get() == POOL);
      command("slots=0");
      if (read) {
        await(() -> !now.is(name));
      } else {
        OwnCount.sleep(50);
      }
      command("slots=6");
      back.set(1);
      report("taken " + i, results(running));
      state("taken " + i, now, name);
      Chosen later = later(name);
      state("choice after " + i, later, name);
      report("given back " + i, onAll(pool, POOL, number -> count(later)));
      state("given back " + i, later, name);
      chosen = later;
    }
    pool.shutdown();
  }

  /**
   * The counter is chosen once more while nothing is wrong, and read by the same eight threads;
   * then all hardware counters are taken and given back while none of them reads.
   */
  private static void rechosen(Chosen first) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    onAll(pool, POOL, number -> count(first));
    Chosen later = later(name);
    onAll(pool, POOL, number -> count(later));
    unread(pool, later, () -> command("slots=6"));
    pool.shutdown();
  }

  /** The same, with the later choice made before any of them reads by the earlier one. */
  private static void between(Chosen first) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    unread(
        pool,
        first,
        () -> {
          command("slots=6");
          state("choice between", later(name), name);
        });
    pool.shutdown();
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void unread(ExecutorService pool, Chosen chosen, Step giveBack) throws Exception {
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger back = new AtomicInteger();
    List<Future<OwnCount>> running =
        start(
            pool,
            POOL,
            number -> {
              OwnCount own = chosen.count(name);
              own.work(WORK_NS);
              reading.incrementAndGet();
              while (back.get() == 0) {
                OwnCount.spin(1_000_000);
                OwnCount.sleep(1);
              }
              own.work(WORK_NS / 10);
              own.endPart();
              return own;
            });
    await(() -> reading.get() == POOL);
    command("slots=0");
    OwnCount.sleep(50);
    giveBack.run();
    back.set(1);
    report("unread", results(running));
    state("unread", chosen, name);
  }

  /** After a command, a later choice in the same process. */
  private static void again(String command) throws Exception {
    command(command);
    Chosen later = later(name);
    state("choice after " + command, later, name);
    if (later.is(name)) {
      threads(later, 2);
    }
  }

  /** Traps cost nothing during the choice. */
  private static Chosen later(String counter) throws IOException {
    command("discount=inf");
    Chosen chosen = select(counter);
    command("discount=0");
    return chosen;
  }

  /** One thread counts by this counter and by another. */
  private static void beside(Chosen chosen, String other) throws Exception {
    Chosen second = later(other);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<OwnCount> own = new ArrayList<>();
    Task task =
        number -> {
          OwnCount here = chosen.count(name);
          OwnCount there = second.count(other);
          for (int i = 0; i < 4; i++) {
            here.work(WORK_NS / 4);
            there.work(WORK_NS / 4);
          }
          here.endPart();
          there.endPart();
          own.add(here);
          own.add(there);
          return here;
        };
    onAll(pool, 1, task);
    report(name, own.subList(0, 1));
    state(name, chosen, name);
    report(other, own.subList(1, 2));
    state(other, second, other);
    pool.shutdown();
  }

  private static List<OwnCount> onAll(ExecutorService pool, int threads, Task task)
      throws Exception {
    return results(start(pool, threads, task));
  }

  /** Each thread of the pool does it once: they meet before they begin. */
  private static List<Future<OwnCount>> start(ExecutorService pool, int threads, Task task) {
    CyclicBarrier all = new CyclicBarrier(threads);
    List<Future<OwnCount>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      running.add(
          pool.submit(
              () -> {
                all.await();
                return task.run(number);
              }));
    }
    return running;
  }

  private static List<OwnCount> results(List<Future<OwnCount>> running) throws Exception {
    List<OwnCount> results = new ArrayList<>();
    for (Future<OwnCount> each : running) {
      results.add(each.get());
    }
    return results;
  }

  private interface Condition {
    boolean holds();
  }

  /** Until it holds, or patience ends: what follows tells which. */
  private static void await(Condition condition) {
    long endNs = System.nanoTime() + PATIENCE_NS / 2;
    while (!condition.holds() && System.nanoTime() < endNs) {
      OwnCount.sleep(5);
    }
  }

  private static void report(String stage, List<OwnCount> counts) {
    for (OwnCount own : counts) {
      System.out.printf(
          Locale.ROOT,
          "count: %s\t%.4f\t%d\t%d\t%d%n",
          stage,
          own.worstRatio(),
          own.jumps(),
          own.decreases(),
          own.equalReadings());
    }
  }

  /** What a selection says of its counter after a stage. */
  private static void state(String stage, Chosen chosen, String counter) {
    if (!stage.startsWith("choice") && !chosen.is(counter) && chosen.told().get() >= 0) {
      await(() -> chosen.told().get() > 0);
      OwnCount.sleep(50); // it is told of once, so there is nothing more to come
    }
    for (CounterReport each : chosen.report().get().counters()) {
      if (each.name().equals(counter)) {
        System.out.printf(
            "state: %s\t%s\t%s\t%d\t%s %s%n",
            stage,
            counter,
            chosen.implementation().get(),
            chosen.told().get(),
            each.verdict(),
            each.reason());
      }
    }
  }
}
