// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.jspecify.annotations.Nullable;

/**
 * The first stage of the pipeline: the providers that were found or handed over, with their answers
 * about their counters, checked. Whatever a provider does, the others are asked, too; every counter
 * and every provider that cannot be used has a reason. Nothing is opened. Immutable.
 */
public final class Found {

  /**
   * The container's providers, for {@code CpuCycles} and {@code CycleCounterSelector.select()}, if
   * the selector runs in one: ServiceLoader sees nothing but the selector's own bundle there.
   * Static, because {@code CpuCycles} is; null without a container.
   */
  private static volatile @Nullable Supplier<List<ProviderHandle>> container;

  /** In the documented order; given providers keep their order. */
  private final List<FoundProvider> providers;

  /** The lines of service files that name no provider; null where none were searched. */
  private final @Nullable List<Rejected> unloaded;

  /** Not a {@link Surroundings}: that class is needed for a report only (cold start 15). */
  private final boolean isContainer;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<Rejected> rejected = new ArrayList<>();

  /** The first candidate of each name, those of an earlier stage included. */
  private final Map<String, Candidate> owners = new HashMap<>();

  /** The names of an earlier stage that have not been listed again yet. */
  private final Set<String> earlier = new HashSet<>();

  /**
   * Derives the candidates and the rejections.
   *
   * @param known the candidates so far, which keep their names and stay the same objects
   */
  private Found(
      List<FoundProvider> providers,
      @Nullable List<Rejected> unloaded,
      boolean isContainer,
      List<Candidate> known) {
    this.providers = providers;
    this.unloaded = unloaded;
    this.isContainer = isContainer;
    for (Candidate candidate : known) {
      owners.put(candidate.name(), candidate);
      earlier.add(candidate.name());
    }
    for (FoundProvider provider : providers) {
      addProvider(provider);
    }
  }

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks them
   * as {@link #of(List, boolean)}. Uses the selector's own class loader, not the thread's: the
   * counters must implement the API that the selector sees.
   */
  public static Found search(boolean trusted) {
    Supplier<List<ProviderHandle>> handles = container;
    if (handles != null) {
      return of(handles.get(), trusted);
    }
    List<ProviderHandle> services = new ArrayList<>();
    List<Rejected> unloaded = new ArrayList<>();
    LoadedProvider.search(services, unloaded);
    return new Found(ask(services, trusted), unloaded, false, List.of());
  }

  /**
   * Sets the source of a container's providers, asked at every discovery; null when the selector's
   * bundle stops, because what stays here keeps the bundle's class loader. Thread-safe.
   */
  public static void setContainer(@Nullable Supplier<List<ProviderHandle>> providers) {
    container = providers;
  }

  /**
   * Asks a container's providers: this project's own and those that were handed over, each within a
   * time limit.
   *
   * @param trusted true to ask the others here as well; they are {@linkplain #unlisted() unlisted}
   *     otherwise
   */
  public static Found of(List<ProviderHandle> handles, boolean trusted) {
    return new Found(ask(handles, trusted), null, true, List.of());
  }

  /** Asks the given providers instead. */
  public static Found of(Iterable<? extends CycleCounterProvider> providers) {
    List<FoundProvider> asked = new ArrayList<>();
    for (CycleCounterProvider provider : providers) {
      Class<?> type = provider.getClass();
      asked.add(new FoundProvider(new LoadedProvider(type, false, () -> provider), null).ask());
    }
    return new Found(asked, null, false, List.of());
  }

  private static List<FoundProvider> ask(List<ProviderHandle> handles, boolean trusted) {
    List<ProviderHandle> ordered = inOrder(handles);
    List<FoundProvider> providers = new ArrayList<>();
    for (ProviderHandle handle : ordered) {
      providers.add(
          trusted || !handle.isFound() || handle.isOurs()
              ? new FoundProvider(handle, null).ask()
              : new FoundProvider(handle, ambiguity(handle, ordered)));
    }
    return providers;
  }

  /**
   * Puts providers into the documented order, which decides ties, whatever the path's or the
   * container's is.
   */
  private static List<ProviderHandle> inOrder(List<ProviderHandle> handles) {
    List<ProviderHandle> ordered = new ArrayList<>();
    for (ProviderHandle handle : handles) {
      int index = ordered.size();
      while (index > 0 && handle.sortKey().compareTo(ordered.get(index - 1).sortKey()) < 0) {
        index--;
      }
      ordered.add(index, handle);
    }
    return ordered;
  }

  /** Finds a provider that ServiceLoader can load, for a child JVM; null if it cannot. */
  public static @Nullable ProviderHandle service(String type) {
    List<ProviderHandle> services = new ArrayList<>();
    LoadedProvider.search(services, new ArrayList<>());
    return services.stream().filter(one -> one.type().equals(type)).findFirst().orElse(null);
  }

  /** Loads the classes that a discovery needs for providers, while it searches for them. */
  public static void preload() {
    Class<?>[] unused = {
      CounterSource.class,
      LoadedProvider.class,
      ProviderListing.class,
      PerfEventSource.class,
      Scaling.TicksPerSecond.class,
      Scaling.None.class,
      ListedCounter.class,
      FoundProvider.class,
      Candidate.class,
      ProviderText.class
    };
  }

  /**
   * Rejects a provider that a child JVM could not tell from another one: the methods {@code
   * provider()} of several modules may return one type.
   */
  private static @Nullable Rejection ambiguity(ProviderHandle handle, List<ProviderHandle> all) {
    Class<?> type = handle.loaded();
    long same = all.stream().filter(one -> one.isFound() && one.loaded() == type).count();
    return type != null && same > 1 ? Rejection.of(Code.AMBIGUOUS, handle.describe()) : null;
  }

  /**
   * Lists the counters in the documented order, which decides ties: this project's, those of the
   * processor before those of the system, as their providers list them, then third parties' by name
   * of their provider.
   */
  public List<Candidate> candidates() {
    return List.copyOf(candidates);
  }

  /**
   * Lists the third parties' providers that were found and have not been listed: nothing of them
   * may run here before it has run in a child JVM.
   */
  public List<FoundProvider> unlisted() {
    List<FoundProvider> unlisted = new ArrayList<>();
    for (FoundProvider provider : providers) {
      if (provider.isUnlisted()) {
        unlisted.add(provider);
      }
    }
    return unlisted;
  }

  /** Adds the counters of {@link #unlisted} that have been listed since, at their places. */
  public Found updated() {
    return new Found(providers, unloaded, isContainer, candidates);
  }

  /** Rejects those that are unlisted, because no counter of theirs is wanted. */
  public Found withoutUnlisted() {
    for (FoundProvider provider : unlisted()) {
      provider.reject(Rejection.of(Code.NOT_LISTED, provider.handle().describe()));
    }
    return updated();
  }

  /** Lists each counter, or provider, that cannot be probed at all. */
  public List<Rejected> rejections() {
    return UnusableProviders.rejections(unloaded, rejected);
  }

  /** Returns where counters were searched for, for advice on what is missing there. */
  public Surroundings surroundings() {
    return isContainer ? Surroundings.CONTAINER : Surroundings.PATH;
  }

  /**
   * Says that this processor's counters were searched for and not found while others were, and what
   * to add; null otherwise. A merged JAR has lost them most often. No rejection: it is no counter.
   */
  public @Nullable Rejection missingFamily() {
    return candidates.isEmpty() ? null : UnusableProviders.missingFamily(providers, isContainer);
  }

  private void addProvider(FoundProvider provider) {
    ProviderListing listing = provider.listing();
    List<ListedCounter> counters = listing == null ? List.of() : listing.counters();
    for (ListedCounter counter : counters) {
      addCounter(provider, counter);
    }
    if (listing == null || counters.isEmpty() || listing.more() > 0) {
      UnusableProviders.reject(provider, rejected);
    }
  }

  /**
   * Adds a counter to the candidates if its description is valid; the first of two equal names
   * wins, unless the other has been a candidate before.
   */
  private void addCounter(FoundProvider provider, ListedCounter counter) {
    ProviderHandle handle = provider.handle();
    Rejection why = counter.rejection(handle.describe());
    String name = counter.reportedName(handle);
    if (why != null) {
      reject(name, why);
      return;
    }
    Candidate owner = owners.get(name);
    if (owner == null) {
      owner = counter.candidate(provider);
      owners.put(name, owner);
      candidates.add(owner);
    } else if (owner.provider() == provider && earlier.remove(name)) { // it may list it twice
      candidates.add(owner);
    } else {
      String first = owner.handle().describe();
      String other = "an earlier provider, " + first + ",";
      String which = handle.describe().equals(first) ? "its own provider" : other;
      reject(name, Rejection.of(Code.NAME_TAKEN, handle.describe(), which));
    }
  }

  private void reject(String name, Rejection why) {
    rejected.add(new Rejected(name, why));
  }
}
