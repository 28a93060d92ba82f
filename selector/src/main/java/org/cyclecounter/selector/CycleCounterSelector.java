package org.cyclecounter.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.choice.Choices;
import org.cyclecounter.selector.choice.IsolationMode;
import org.cyclecounter.selector.choice.Settings;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a counter, with nothing static and nothing shared. Immutable and thread-safe.
 *
 * <pre>{@code
 * var selected = CycleCounterSelector.builder().exclude("amd64-tscasm").build().select();
 * }</pre>
 */
public final class CycleCounterSelector {

  private final Settings settings;

  private final boolean quiet;
  private final @Nullable Consumer<SelectionReport> onLoss;

  private CycleCounterSelector(
      Settings settings, boolean quiet, @Nullable Consumer<SelectionReport> onLoss) {
    this.settings = settings;
    this.quiet = quiet;
    this.onLoss = onLoss;
  }

  /**
   * Starts with the defaults: every counter on the path, the machine's frequency, {@link
   * Scoring#LIBCPUCYCLES_20240114} and {@link Isolation#AUTO}.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Tries every counter and takes the best. Every call measures anew, which takes from milliseconds
   * to a few seconds. Never throws and never hangs for anything that a counter, a kernel setting or
   * a class loader does: when no counter works, or the choice itself fails, the counter is {@link
   * System#nanoTime()}, scaled to cycles, and one warning says why; where {@link Builder#providers}
   * were given and none of their counters works it is always 0, as in libcpucycles. An interrupt of
   * the calling thread changes nothing and is kept. Called by code that runs during another
   * selection, such as a provider's, it leaves out the counter that is being tried there and starts
   * no child JVM.
   *
   * @return the counter and the report
   */
  public Selected select() {
    Choices.Chosen chosen = Choices.choose(settings, quiet);
    return new SelectedCounter(chosen, onLoss);
  }

  /** A counter and how it was chosen. Thread-safe. */
  public interface Selected extends AutoCloseable {

    /**
     * The counter.
     *
     * @return the best counter, always the same object; should the kernel take it away while it is
     *     in use, its readings go on with the next best one's, at least 2<sup>59</sup> cycles above
     *     the last, and {@link CycleCounter#implementation()} and {@link CycleCounter#scope()} are
     *     that one's
     */
    CycleCounter counter();

    /**
     * The report as it is now.
     *
     * @return every counter that was looked at; one that has been taken away meanwhile is rejected
     */
    SelectionReport report();

    /**
     * What the counter in use counts.
     *
     * @return as it is now: after a loss, what the counter that took its place counts
     */
    Counted counted();

    /**
     * What a counter of the report counts.
     *
     * @param name its name
     * @return empty for a name that is not in the report, and for a counter that did not work when
     *     the choice was made
     */
    Optional<Counted> counted(String name);

    /**
     * What keeps a rejected counter of the report from working that this machine might have.
     *
     * @param name its name
     * @return empty, as here unless overridden, for a counter that works, and where nothing is
     *     known that could be changed
     */
    default Optional<Obstacle> obstacle(String name) {
      return Optional.empty();
    }

    /** Ends listening for losses. The counter itself can be read for as long as it is held. */
    @Override
    void close();
  }

  /** Builds a selector's settings. Not thread-safe. */
  public static final class Builder {
    private @Nullable List<CycleCounterProvider> providers;
    private Set<String> include = Set.of();
    private Set<String> exclude = Set.of();
    private long cyclesPerSecond;
    private Scoring scoring = Scoring.LIBCPUCYCLES_20240114;
    private Isolation isolation = Isolation.AUTO;
    private Scope minimumScope = Scope.THREAD;
    private boolean quiet;
    private boolean highResolution = true;
    private @Nullable Consumer<SelectionReport> onLoss;

    private Builder() {}

    /**
     * Takes these providers instead of those on the path.
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
     * Looks at these counters only; no names means all.
     *
     * @param names counters' names; one that no counter has is logged as a warning, with those
     *     there are
     * @return this
     */
    public Builder include(String... names) {
      include = Set.copyOf(List.of(names));
      return this;
    }

    /**
     * Leaves these counters out.
     *
     * @param names counters' names; one that no counter has is logged as a warning, with those
     *     there are
     * @return this
     */
    public Builder exclude(String... names) {
      exclude = Set.copyOf(List.of(names));
      return this;
    }

    /**
     * Takes this frequency instead of the machine's estimate.
     *
     * @param hz cycles per second
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder cyclesPerSecond(long hz) {
      if (hz <= 0) {
        throw new IllegalArgumentException("cyclesPerSecond must be positive, not " + hz);
      }
      cyclesPerSecond = hz;
      return this;
    }

    /**
     * Sets the penalties.
     *
     * @param scoring whose penalties are added
     * @return this
     */
    public Builder scoring(Scoring scoring) {
      this.scoring = Objects.requireNonNull(scoring, "scoring");
      return this;
    }

    /**
     * Sets where counters that may crash are first run.
     *
     * @param isolation the way
     * @return this
     */
    public Builder isolation(Isolation isolation) {
      this.isolation = Objects.requireNonNull(isolation, "isolation");
      return this;
    }

    /**
     * Leaves out counters whose readings compare in fewer places than this: {@link Scope#SYSTEM}
     * for virtual threads, and for readings that are compared across threads. What follows a lost
     * counter keeps to it, too.
     *
     * @param scope {@link Scope#THREAD}, the default, allows all counters, {@link Scope#CORE} those
     *     of core and system
     * @return this
     */
    public Builder minimumScope(Scope scope) {
      minimumScope = Objects.requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Sets whether counters finer than a microsecond are allowed, which help attacks on other
     * programs of the machine.
     *
     * @param allowed false for clocks of a microsecond or coarser only; where none works, {@link
     *     System#nanoTime()} is read in whole microseconds
     * @return this
     */
    public Builder highResolution(boolean allowed) {
      highResolution = allowed;
      return this;
    }

    /**
     * Logs no warning of names that no counter has, nor of the last resort: for a program that
     * reads the report and says so itself.
     *
     * @return this
     */
    public Builder quiet() {
      quiet = true;
      return this;
    }

    /**
     * Registers a listener for losses: for when the kernel takes the chosen counter away while it
     * is in use, and its readings go on with the next best one's. {@link Selected#close()} ends it.
     *
     * @param listener given the report as it is then, on a thread of its own
     * @return this
     */
    public Builder onLoss(Consumer<SelectionReport> listener) {
      onLoss = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Makes the selector.
     *
     * @return a selector with what was set
     */
    public CycleCounterSelector build() {
      return new CycleCounterSelector(
          new Settings(
              providers,
              include,
              exclude,
              cyclesPerSecond,
              scoring.penalties(),
              IsolationMode.valueOf(isolation.name()),
              minimumScope,
              highResolution),
          quiet,
          onLoss);
    }
  }
}
