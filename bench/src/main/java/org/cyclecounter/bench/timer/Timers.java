// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.bench.timer.CounterOrder.Preferred;
import org.jspecify.annotations.Nullable;

/** Makes timers of configurations. */
public record Timers(
    Opener<Clock> clocks, Opener<Cycles> cycles, Runnable lister, Consumer<String> warnings) {

  /** The system property that configures timers where the program does not. */
  public static final String PROPERTY = "org.cyclecounter.bench.timer";

  /** The environment variable that configures timers where neither program nor property does. */
  public static final String VARIABLE = "CYCLECOUNTER_BENCH_TIMER";

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  /** Opens a subtimer of a name. */
  @FunctionalInterface
  interface Opener<T> {
    T open(String name) throws Unavailable;
  }

  private static Timers ofThisMachine() {
    return new Timers(
        Clock::open,
        Cycles::open,
        () -> SubtimerList.print(System.out),
        warning -> LOG.log(System.Logger.Level.WARNING, warning));
  }

  /** Of a configuration; null for the system property's, else the variable's, else the defaults. */
  public static BuiltInTimer create(@Nullable String config) throws Unavailable {
    return ofThisMachine().make(config, System.getProperty(PROPERTY), System.getenv(VARIABLE));
  }

  /** With a counter that has been preferred and the first of these clocks; none for the defaults. */
  public static BuiltInTimer create(List<String> clocks, Preferred preferred) throws Unavailable {
    Timers timers = ofThisMachine();
    List<String> passedOver = new ArrayList<>();
    Clock clock = timers.firstClock(clocks, passedOver, "the list of clocks");
    Cycles counter = Cycles.of(preferred);
    List<String> names = new ArrayList<>(List.of(counter.name()));
    names.addAll(preferred.next());
    return new BuiltInTimer(
        clock, counter, passedOver, new BuiltInTimer.Successors(List.copyOf(names), timers.cycles));
  }

  /** The clock subtimers' names. */
  public static List<String> clockNames() {
    return Clock.NAMES;
  }

  BuiltInTimer make(@Nullable String config, @Nullable String property, @Nullable String variable)
      throws Unavailable {
    if (config != null) {
      return make(config, "the timer's configuration");
    }
    if (property != null) {
      return make(property, "the system property " + PROPERTY);
    }
    return make(variable == null ? "" : variable, "the environment variable " + VARIABLE);
  }

  BuiltInTimer make(String config, String origin) throws Unavailable {
    TimerConfig parsed = TimerConfig.parse(config, origin);
    if (parsed.list()) {
      lister.run();
    }
    List<String> passedOver = new ArrayList<>();
    Clock clock = firstClock(parsed.clocks(), passedOver, origin);
    List<String> names = parsed.cycles().isEmpty() ? Cycles.DEFAULTS : parsed.cycles();
    Cycles counter = first("cycle", names, cycles, passedOver, origin);
    return new BuiltInTimer(clock, counter, passedOver, new BuiltInTimer.Successors(names, cycles));
  }

  private Clock firstClock(List<String> names, List<String> passedOver, String origin)
      throws Unavailable {
    List<String> wanted = names.isEmpty() ? Clock.DEFAULTS : names;
    return first("clock", wanted, clocks, passedOver, origin);
  }

  private <T> T first(
      String sort, List<String> names, Opener<T> opener, List<String> passedOver, String origin)
      throws Unavailable {
    List<String> reasons = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      try {
        T subtimer = opener.open(name);
        passedOver.addAll(reasons);
        for (String reason : unknown) {
          warnings.accept("Skipped the " + sort + " subtimer " + reason + ", in " + origin + ".");
        }
        return subtimer;
      } catch (Unavailable e) {
        String reason = TimerConfig.quoted(name) + ": " + e.getMessage();
        reasons.add(reason);
        if (e.isUnknown()) {
          unknown.add(reason);
        }
      }
    }
    throw new Unavailable(
        "No " + sort + " subtimer initialises: " + String.join("; ", reasons) + ".");
  }
}
