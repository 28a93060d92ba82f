// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.bench.timer.Cycles;
import org.cyclecounter.bench.timer.SubtimerList;
import org.cyclecounter.bench.timer.TimerConfig;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/** Creates timers; tests replace what a machine has. */
record Timers(
    Opener<Clock> clocks,
    Opener<Cycles> cycles,
    Supplier<String> lack,
    Runnable lister,
    Consumer<String> warnings) {

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  /** Opens a subtimer by its name; an IllegalArgumentException means that none has this name. */
  @FunctionalInterface
  interface Opener<T> {
    T open(String name) throws CounterUnavailableException;
  }

  static Timers ofThisMachine() {
    return new Timers(
        Clock::open,
        Cycles::open,
        Cycles::lack,
        () -> SubtimerList.print(System.out),
        warning -> LOG.log(System.Logger.Level.WARNING, warning));
  }

  /** Parses the first configuration that is not null: the program's, or else the user's. */
  static TimerConfig configured(@Nullable String config) {
    return configured(
        config, System.getProperty(BenchTimer.PROPERTY), System.getenv(BenchTimer.VARIABLE));
  }

  static TimerConfig configured(
      @Nullable String config, @Nullable String property, @Nullable String variable) {
    if (config != null) {
      return TimerConfig.parse(config, "the timer's configuration");
    }
    return property != null
        ? TimerConfig.parse(property, "the system property " + BenchTimer.PROPERTY)
        : TimerConfig.parse(
            variable == null ? "" : variable, "the environment variable " + BenchTimer.VARIABLE);
  }

  /** Creates a timer with a counter that has been selected. */
  BuiltInTimer create(List<String> clockNames, BenchCounter counter) {
    List<String> passedOver = new ArrayList<>();
    Clock clock = firstClock(clockNames, passedOver, "the list of clocks");
    Cycles first = Cycles.of(counter.selected(), counter.isBest());
    return new BuiltInTimer(clock, first, passedOver, counter.successors(), cycles);
  }

  BuiltInTimer create(TimerConfig config) {
    if (config.list()) {
      lister.run();
    }
    List<String> passedOver = new ArrayList<>();
    Clock clock = firstClock(config.clocks(), passedOver, config.origin());
    boolean isDefault = config.cycles().isEmpty();
    List<String> names = isDefault ? Cycles.DEFAULTS : config.cycles();
    Cycles counter = first("cycle", names, cycles, passedOver, config.origin());
    BuiltInTimer timer = new BuiltInTimer(clock, counter, passedOver, names, cycles);
    return isDefault && counter.counter() == null ? timer.lacking(lack) : timer;
  }

  private Clock firstClock(List<String> names, List<String> passedOver, String origin) {
    List<String> wanted = names.isEmpty() ? Clock.DEFAULTS : names;
    return first("clock", wanted, clocks, passedOver, origin);
  }

  private <T> T first(
      String type, List<String> names, Opener<T> opener, List<String> passedOver, String origin) {
    List<String> reasons = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      try {
        T subtimer = opener.open(name);
        passedOver.addAll(reasons);
        unknown.forEach(warnings);
        return subtimer;
      } catch (CounterUnavailableException | IllegalArgumentException e) {
        String reason = passedOver(name, e.getMessage());
        reasons.add(reason);
        if (e instanceof IllegalArgumentException) {
          unknown.add("Skipped the " + type + " subtimer " + reason + ", in " + origin + ".");
        }
      }
    }
    throw new BenchException(
        "No " + type + " subtimer initialises: " + String.join("; ", reasons) + ".");
  }

  /** Names a subtimer that is not used, with the reason. */
  static String passedOver(String name, @Nullable String reason) {
    return TimerConfig.quoted(name) + ": " + reason;
  }
}
