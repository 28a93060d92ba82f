// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.settings.SystemSettings;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Selects a counter without static or shared state. Immutable and thread-safe.
 *
 * <pre>{@code
 * var selected = CycleCounterSelector.builder().exclude("amd64-tscasm").build().select();
 * }</pre>
 *
 * @since 0.1.0
 */
public final class CycleCounterSelector {

  private final Settings settings;
  private final boolean quiet; // true to log no warnings
  private final @Nullable Consumer<SelectionReport> onLoss; // of each selection; null for none

  private CycleCounterSelector(
      Settings settings, boolean quiet, @Nullable Consumer<SelectionReport> onLoss) {
    this.settings = settings;
    this.quiet = quiet;
    this.onLoss = onLoss;
  }

  /**
   * Returns a builder with the defaults: every counter on the path, the machine's frequency, {@link
   * Scoring#LIBCPUCYCLES_20240114} and {@link Isolation#AUTO}.
   *
   * @return a new builder
   */
  public static Builder builder() {
    SystemSettings.requireRoom();
    return new Builder();
  }

  /**
   * Probes every counter and selects the best. Each call measures again, which takes from
   * milliseconds to a few seconds; of calls at once, as many measure as there are processors, and
   * the others wait for their turn. Never throws or hangs because of a counter, a kernel setting or
   * a class loader: if no counter works, or the selection itself fails, the counter is {@link
   * System#nanoTime()}, scaled to cycles, and one warning says why; if {@link Builder#providers}
   * were given and none of their counters works, it is always 0, as in libcpucycles. If the heap is
   * full, the counter is that clock, or one that needed no more memory, and one warning says so;
   * call this again with more memory. An interrupt of the calling thread has no effect on the
   * selection and is kept. If called by code that runs during another selection, such as a
   * provider's, it returns that clock at once.
   *
   * @return the counter and the report
   * @throws OutOfMemoryError if the heap has no room for them
   */
  public Selected select() {
    return new SelectedCounter(Selections.select(settings, quiet), onLoss);
  }

  /** A selected counter and its report. Thread-safe. */
  public interface Selected extends CounterFacts, AutoCloseable {

    /**
     * Returns the counter.
     *
     * @return the best counter, always the same object; if the kernel withdraws it while it is in
     *     use, or its read throws, readings continue with the next best one's, at least
     *     2<sup>59</sup> cycles above the last (from the sixth loss on, less), and {@link
     *     CycleCounter#implementation()} and {@link CycleCounter#scope()} are that counter's
     */
    CycleCounter counter();

    /**
     * Returns the current report.
     *
     * @return every counter that was considered; counters lost since then are rejected
     */
    SelectionReport report();

    /**
     * Returns what the counter in use counts.
     *
     * @return the current state: after a loss, what its successor counts
     */
    default Counted counted() {
      return counted(report().implementation()).orElse(Counted.TIME); // the last resort
    }

    /**
     * Returns why a clock was selected, so that cycles are scaled time, although the settings did
     * not ask for one: no counters were found, their native libraries cannot be loaded, or nothing
     * works. It is also logged, unless {@link Builder#quiet()} was called.
     *
     * @return the reason with its remedy, without a full stop; empty, as in this default
     *     implementation, if there is none
     */
    default String clockReason() {
      return "";
    }

    /**
     * Returns how the counters were weighed.
     *
     * @return the release whose penalties were added and in whose order ties went; in this default
     *     implementation {@link Scoring#LIBCPUCYCLES_20240114}
     */
    default Scoring scoring() {
      return Scoring.LIBCPUCYCLES_20240114;
    }

    /** Stops notifications of losses. The counter can still be read. */
    @Override
    void close();
  }

  /** Builds a selector's settings. Not thread-safe. */
  public static final class Builder {
    private @Nullable List<CycleCounterProvider> providers;
    private Set<String> include = Settings.DEFAULTS.include();
    private Set<String> exclude = Settings.DEFAULTS.exclude();
    private long hz = Settings.DEFAULTS.cyclesPerSecond();
    private Scoring scoring = Settings.DEFAULTS.scoring();
    private Isolation isolation = Settings.DEFAULTS.isolation();
    private Scope scope = Settings.DEFAULTS.minimumScope();
    private boolean highResolution = Settings.DEFAULTS.highResolution();
    private double maximumReadNanos = Settings.DEFAULTS.maximumReadNanos();
    private boolean quiet;
    private @Nullable Consumer<SelectionReport> onLoss;

    private Builder() {}

    /**
     * Sets the providers, instead of those on the path.
     *
     * @param providers in order
     * @return this
     */
    public Builder providers(Iterable<? extends CycleCounterProvider> providers) {
      var list = new ArrayList<CycleCounterProvider>();
      providers.forEach(list::add);
      this.providers = List.copyOf(list);
      return this;
    }

    /**
     * Considers only these counters; no names means all. If none of them exists here, {@link
     * System#nanoTime()} is read.
     *
     * @param names counters' names, white space around them ignored; a name that no counter has, on
     *     this or another machine, is logged as a warning, with the counters available here
     * @return this
     */
    public Builder include(String... names) {
      include = Settings.trimmed(Arrays.asList(names));
      return this;
    }

    /**
     * Excludes these counters.
     *
     * @param names as for {@link #include}
     * @return this
     */
    public Builder exclude(String... names) {
      exclude = Settings.trimmed(Arrays.asList(names));
      return this;
    }

    /**
     * Sets the CPU's frequency, instead of the machine's estimate.
     *
     * @param hz cycles per second
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder cyclesPerSecond(long hz) {
      if (hz <= 0) {
        throw new IllegalArgumentException("cyclesPerSecond must be positive, not " + hz);
      }
      this.hz = hz;
      return this;
    }

    /**
     * Sets the penalties.
     *
     * @param scoring the release whose penalties are added
     * @return this
     */
    public Builder scoring(Scoring scoring) {
      this.scoring = Objects.requireNonNull(scoring, "scoring");
      return this;
    }

    /**
     * Sets where counters that may crash are probed.
     *
     * @param isolation the way
     * @return this
     */
    public Builder isolation(Isolation isolation) {
      this.isolation = Objects.requireNonNull(isolation, "isolation");
      return this;
    }

    /**
     * Excludes counters of a narrower scope than this. Use {@link Scope#SYSTEM} for virtual
     * threads, and for readings that are compared across threads. It also applies to the successor
     * of a lost counter.
     *
     * @param scope {@link Scope#THREAD}, the default, allows all counters, {@link Scope#CORE} those
     *     of scope core or system
     * @return this
     */
    public Builder minimumScope(Scope scope) {
      this.scope = Objects.requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Sets whether counters finer than a microsecond are allowed, which help attacks on other
     * programs of the machine.
     *
     * @param allowed false to allow only clocks of a microsecond or coarser; if none works, {@link
     *     System#nanoTime()} is read in whole microseconds
     * @return this
     */
    public Builder highResolution(boolean allowed) {
      highResolution = allowed;
      return this;
    }

    /**
     * Rejects each counter whose read costs more than this, whatever its precision: a read that a
     * hypervisor traps takes some 1000 ns, of which a counter of user mode sees a few cycles. If no
     * counter is that cheap, {@link System#nanoTime()} is read.
     *
     * @param nanos the most that a read may cost, in nanoseconds, as the selection measures it
     *     ({@link org.cyclecounter.Measured#nanosPerRead()}); positive and finite. No limit unless
     *     set
     * @return this
     * @throws IllegalArgumentException if it is not positive and finite
     */
    public Builder maximumReadNanos(double nanos) {
      if (!(nanos > 0 && nanos <= Double.MAX_VALUE)) { // also of NaN
        throw new IllegalArgumentException(
            "maximumReadNanos must be a positive number of nanoseconds, such as 100, not " + nanos);
      }
      maximumReadNanos = nanos;
      return this;
    }

    /**
     * Takes over the operators' settings, as {@link CpuCycles} does: the system properties {@code
     * org.cyclecounter.include}, {@code .exclude}, {@code .cyclesPerSecond}, {@code .scoring},
     * {@code .isolation}, {@code .minimumScope}, {@code .highResolution} and {@code
     * .maximumReadNanos}, and the default of each that is not set. Call it first: it replaces
     * values set before, and values set afterwards replace the operators'. An invalid value is
     * logged as a warning and ignored.
     *
     * @return this
     */
    public Builder systemSettings() {
      Settings system = SystemSettings.read();
      include = system.include();
      exclude = system.exclude();
      hz = system.cyclesPerSecond();
      scoring = system.scoring();
      isolation = system.isolation();
      scope = system.minimumScope();
      highResolution = system.highResolution();
      maximumReadNanos = system.maximumReadNanos();
      return this;
    }

    /**
     * Logs no warning about unknown names or a clock that is read: for a program that warns itself,
     * by the report and {@link Selected#clockReason()}.
     *
     * @return this
     */
    public Builder quiet() {
      quiet = true;
      return this;
    }

    /**
     * Registers a listener for losses: it is called when the kernel withdraws the selected counter
     * in use, or its read throws, and readings continue with the next best one's. {@link
     * Selected#close()} unregisters it.
     *
     * @param listener receives the report at that time, on a separate thread
     * @return this
     */
    public Builder onLoss(Consumer<SelectionReport> listener) {
      onLoss = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Builds the selector.
     *
     * @return a selector with these settings
     */
    public CycleCounterSelector build() {
      Settings settings =
          new Settings(
              providers,
              include,
              exclude,
              hz,
              scoring,
              isolation,
              scope,
              highResolution,
              maximumReadNanos);
      return new CycleCounterSelector(settings, quiet, onLoss);
    }
  }
}
