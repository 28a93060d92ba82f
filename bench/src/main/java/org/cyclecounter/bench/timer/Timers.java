package org.cyclecounter.bench.timer;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTimer;
import org.jspecify.annotations.Nullable;

/** Makes timers of configurations. */
public final class Timers {

  /** Opens a subtimer of a name. */
  @FunctionalInterface
  interface Opener<T> {
    T open(String name) throws Unavailable;
  }

  private final Opener<Clock> clocks;
  private final Opener<Cycles> cycles;
  private final Runnable lister;

  Timers(Opener<Clock> clocks, Opener<Cycles> cycles, Runnable lister) {
    this.clocks = clocks;
    this.cycles = cycles;
    this.lister = lister;
  }

  /**
   * Makes a timer.
   *
   * @param config as {@link BenchTimer#create}
   * @return a new timer
   */
  public static BenchTimer create(@Nullable String config) {
    Timers timers =
        new Timers(
            ClockSubtimers::open, CycleSubtimers::open, () -> SubtimerList.print(System.out));
    return timers.make(
        config, System.getProperty(BenchTimer.PROPERTY), System.getenv(BenchTimer.VARIABLE));
  }

  BenchTimer make(@Nullable String config, @Nullable String property, @Nullable String variable) {
    if (config != null) {
      return make(config, "the timer's configuration");
    }
    if (property != null) {
      return make(property, "the system property " + BenchTimer.PROPERTY);
    }
    return make(
        variable == null ? "" : variable, "the environment variable " + BenchTimer.VARIABLE);
  }

  /**
   * What it means when a timer's cycles do not keep pace with its clock.
   *
   * @param timer any timer
   * @return the meaning
   */
  public static RateMeaning rateMeaning(BenchTimer timer) {
    return timer instanceof BuiltInTimer ours ? ours.rateMeaning() : RateMeaning.UNKNOWN;
  }

  BenchTimer make(String config, String origin) {
    TimerConfig parsed = TimerConfig.parse(config, origin);
    for (String name : parsed.clocks()) {
      if (!ClockSubtimers.NAMES.contains(name)) {
        throw TimerConfig.wrong(
            "Unknown clock " + TimerConfig.quoted(name),
            "the clocks are " + String.join(", ", ClockSubtimers.NAMES),
            origin);
      }
    }
    if (parsed.list()) {
      lister.run();
    }
    List<String> passedOver = new ArrayList<>();
    Clock clock =
        first(
            "clock",
            parsed.clocks().isEmpty() ? ClockSubtimers.DEFAULTS : parsed.clocks(),
            clocks,
            passedOver);
    Cycles counter =
        first(
            "cycle",
            parsed.cycles().isEmpty() ? CycleSubtimers.DEFAULTS : parsed.cycles(),
            cycles,
            passedOver);
    return new BuiltInTimer(clock, counter, passedOver);
  }

  private static <T> T first(
      String sort, List<String> names, Opener<T> opener, List<String> passedOver) {
    List<String> reasons = new ArrayList<>();
    for (String name : names) {
      try {
        T subtimer = opener.open(name);
        passedOver.addAll(reasons);
        return subtimer;
      } catch (Unavailable e) {
        reasons.add(TimerConfig.quoted(name) + ": " + e.getMessage());
      }
    }
    throw new BenchException(
        "No " + sort + " subtimer initialises: " + String.join("; ", reasons) + ".");
  }
}
