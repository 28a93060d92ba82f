// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;

/**
 * Four threads read the selected counter and are moved from core to core, while selection after
 * selection is made of counters selected at random, faulty ones among them. Ends with status 1 if a
 * reading decreased, a faulty counter was taken, or anything leaked. Options:
 *
 * <ul>
 *   <li>{@code --minutes M}: 60 unless given; or {@code --seconds S}
 *   <li>{@code --sample-seconds S}: how often the process's state is written down; 60 unless given
 *   <li>{@code --samples FILE}: where; soak.tsv unless given
 *   <li>{@code --without REGEX}: faulty counters to leave out besides {@link Faults#NEVER}
 *   <li>{@code --seed N}: of the random selections; printed
 * </ul>
 *
 * Faulty counters are those of com.example.faults, which has to be on the class path.
 */
public final class Soak {

  private static final int READERS = 4;
  private static final int MOVE_EVERY_MS = 200;

  /** The one steps when the wall clock is set, as its Javadoc says; the other never rises. */
  private static final Set<String> NOT_READ = Set.of("default-gettimeofday", "default-zero");

  private final Map<String, Integer> problems = new TreeMap<>();
  private final Map<String, Integer> differences = new TreeMap<>();
  private final Map<String, Integer> injected = new TreeMap<>();
  private final Map<String, String> reasons = new TreeMap<>();
  private final AtomicReference<CycleCounter> newest = new AtomicReference<>();
  private final Random random;
  private final Faults faults;
  private final List<String> names;
  private final Set<String> usable;
  private final long hz;
  private long selections;

  private Soak(Options options) {
    long seed = options.number("seed", System.nanoTime());
    System.out.println("seed: " + seed);
    random = new Random(seed);
    faults = new Faults(options.text("without", Faults.NEVER));
    // Without the faulty providers: this is what the machine can do.
    Selected first =
        CycleCounterSelector.builder().providers(faults.ownProviders()).build().select();
    newest.set(first.counter());
    hz = first.report().cyclesPerSecond();
    usable = Selections.usable(first.report());
    names = first.report().counters().stream().map(CounterReport::name).toList();
  }

  /**
   * Runs.
   *
   * @param arguments the options
   * @throws Exception if /proc cannot be read
   */
  public static void main(String[] arguments) throws Exception {
    Options options =
        new Options(
            arguments, "minutes", "seconds", "sample-seconds", "samples", "without", "seed");
    long seconds = options.number("seconds", options.number("minutes", 60) * 60);
    boolean good =
        new Soak(options)
            .run(
                seconds,
                options.number("sample-seconds", 60),
                Path.of(options.text("samples", "soak.tsv")));
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    System.exit(good ? 0 : 1);
  }

  private boolean run(long seconds, long sampleSeconds, Path file) throws Exception {
    warmUp();
    ProcessState before = Comparison.before();
    List<Reader> readers = IntStream.range(0, READERS).mapToObj(i -> new Reader(newest)).toList();
    readers.forEach(Thread::start);
    Mover mover = new Mover(readers, MOVE_EVERY_MS);
    mover.start();
    Samples samples = new Samples(file, sampleSeconds, readers);
    samples.start();
    long startNs = System.nanoTime();
    ProcessState middle = null;
    long endNs = seconds * 1_000_000_000;
    // On a busy machine a selection may take a second: a short run goes on until it has had a
    // fault.
    for (long elapsedNs = 0; elapsedNs < endNs || injected.isEmpty() && elapsedNs < 10 * endNs; ) {
      if (middle == null && elapsedNs > seconds * 500_000_000) {
        middle = ProcessState.now();
      }
      selectAtRandom();
      elapsedNs = System.nanoTime() - startNs;
    }
    mover.end();
    samples.end();
    for (Reader reader : readers) {
      reader.end();
    }
    Comparison comparison = Comparison.withNow(before, middle == null ? before : middle);
    long decreases = report(readers, samples, comparison);
    Stream.concat(
            readers.stream().map(Reader::problem), Stream.of(mover.problem(), samples.problem()))
        .filter(problem -> !problem.isEmpty())
        .forEach(this::problem);
    problems.forEach((what, times) -> System.out.println(times + " times WRONG: " + what));
    return decreases == 0 && comparison.leaks() == 0 && problems.isEmpty();
  }

  /**
   * What stays by design is there before anything is compared: a signal handler for each kind of
   * counter that can be taken away while it is in use (docs/isolation.md), so each is selected
   * once.
   */
  private void warmUp() {
    CycleCounter first = newest.get();
    for (String name : usable) {
      select(Isolation.AUTO, List.of(name));
    }
    for (Isolation isolation : List.of(Isolation.AUTO, Isolation.NATIVE, Isolation.JVM)) {
      select(isolation, List.of(first.implementation()));
    }
    newest.set(first);
  }

  private long report(List<Reader> readers, Samples samples, Comparison comparison) {
    long decreases = readers.stream().mapToLong(Reader::decreases).sum();
    System.out.printf(
        "readings: %d by %d threads, moved %d times, changed to a newer counter %d times%n",
        readers.stream().mapToLong(Reader::readings).sum(),
        readers.size(),
        readers.stream().mapToLong(Reader::moves).sum(),
        readers.stream().mapToLong(Reader::changes).sum());
    System.out.println("decreases: " + decreases);
    System.out.println("selections: " + selections);
    System.out.println("faults injected: " + injected.values().stream().mapToInt(i -> i).sum());
    injected.forEach(
        (fault, times) -> System.out.printf("%6d %s%n", times, fault + reasons.get(fault)));
    differences.forEach((what, times) -> System.out.println(times + " times not usable" + what));
    System.out.println(samples);
    System.out.println(comparison);
    return decreases;
  }

  private void problem(String what) {
    problems.merge(what, 1, Integer::sum);
  }

  private void selectAtRandom() {
    Isolation[] ways = {Isolation.AUTO, Isolation.NATIVE, Isolation.JVM};
    Isolation isolation = ways[random.nextInt(ways.length)];
    List<String> include = new ArrayList<>();
    select(names, random.nextInt(3), include);
    select(List.copyOf(usable), random.nextInt(2), include);
    select(faults.names(), random.nextInt(3), include);
    if (include.isEmpty()) {
      include.add(newest.get().implementation());
    }
    select(isolation, include);
  }

  private void select(List<String> from, int count, List<String> into) {
    for (int i = 0; i < count; i++) {
      String name = from.get(random.nextInt(from.size()));
      if (!into.contains(name)) {
        into.add(name);
      }
    }
  }

  private void select(Isolation isolation, List<String> include) {
    Selected selected =
        CycleCounterSelector.builder()
            .quiet()
            .providers(faults.providers())
            .include(include.toArray(String[]::new))
            .cyclesPerSecond(hz)
            .isolation(isolation)
            .build()
            .select();
    selections++;
    String problem = Selections.problem(selected.report());
    if (!problem.isEmpty()) {
      problem(problem);
    }
    for (CounterReport counter : selected.report().counters()) {
      if (!include.contains(counter.name())) {
        continue;
      }
      boolean rejected = counter.verdict() == Verdict.REJECTED;
      if (!names.contains(counter.name())) {
        injected.merge(counter.name(), 1, Integer::sum);
        reasons.put(counter.name(), ": " + counter.verdict() + ", " + counter.reason());
        if (!rejected && counter.kind() == CounterKind.ON_CORE) {
          problem("usable in spite of its fault: " + counter);
        }
      } else if (rejected && usable.contains(counter.name()) && isolation != Isolation.NATIVE) {
        differences.merge(
            " by " + isolation + ": " + counter.name() + ", " + counter.reason(), 1, Integer::sum);
      }
    }
    if (!NOT_READ.contains(selected.counter().implementation())) {
      newest.set(selected.counter());
    }
  }

  /** Moves readers from core to core. */
  private static final class Mover extends Background {
    private final List<Reader> readers;
    private final List<String> cores;
    private final Random random = new Random();

    Mover(List<Reader> readers, long everyMs) throws IOException {
      super("mover", everyMs);
      this.readers = readers;
      cores = cores(ProcessState.status(Path.of("/proc/self")).get("Cpus_allowed_list"));
    }

    @Override
    void act() throws IOException, InterruptedException {
      readers.get(random.nextInt(readers.size())).moveTo(cores.get(random.nextInt(cores.size())));
    }

    /** Of a list such as 0-3,8. */
    private static List<String> cores(String list) {
      List<String> cores = new ArrayList<>();
      for (String part : list.split(",")) {
        String[] ends = part.split("-");
        for (int core = Integer.parseInt(ends[0]);
            core <= Integer.parseInt(ends[ends.length - 1]);
            core++) {
          cores.add(Integer.toString(core));
        }
      }
      return cores;
    }
  }
}
