// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * The first stage of the pipeline: asks providers for their counters, each within a time limit, and
 * checks the answers. Whatever a provider does, the others are asked, too; every counter and every
 * provider that cannot be used has a reason. Nothing is opened.
 *
 * <p>For one thread; each selection makes its own.
 */
public final class Discovery {

  /** Characters of an invalid name that a report keeps; a name may be as long as the heap. */
  private static final int MAX_WRONG_NAME = 20_000;

  /** Characters of a valid name: more do not fit into reports. */
  static final int MAX_NAME = 64;

  private final List<Candidate> candidates = new ArrayList<>();

  /** All providers of the path or the container, in the documented order. */
  private final List<ProviderHandle> found = new ArrayList<>();

  /** Third parties' providers that were found and have not been listed, in the same order. */
  private final List<ProviderHandle> strangers = new ArrayList<>();

  private final List<CounterReport> rejected = new ArrayList<>();

  /** Descriptions of providers by the names of their counters. */
  private final Map<String, String> names = new HashMap<>();

  /** True until a report has searched the path for service files that nothing reads. */
  private boolean looksForUnread;

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks this
   * project's own, then those that were handed over. Uses the selector's own class loader, not the
   * thread's: the counters must implement the API that the selector sees.
   *
   * @param trusted true to ask the others here as well; they are {@linkplain #takeStrangers()
   *     strangers} otherwise
   */
  public Discovery(boolean trusted) {
    List<ProviderHandle> handles = Container.handles();
    if (handles == null) {
      LoadedProvider.search(this);
      looksForUnread = true;
    } else {
      handles.forEach(this::find);
    }
    for (ProviderHandle handle : found) {
      if (trusted || !handle.isFound() || OwnProviders.has(handle)) {
        ask(handle);
      } else if (isAmbiguous(handle)) {
        reject(handle.type(), ProviderReasons.ambiguous(handle.describe()));
      } else {
        strangers.add(handle);
      }
    }
  }

  /** Asks the given providers instead. */
  public Discovery(Iterable<? extends CycleCounterProvider> providers) {
    for (CycleCounterProvider provider : providers) {
      ask(new LoadedProvider(provider.getClass(), false, () -> provider));
    }
  }

  /** Loads the classes that a discovery needs for providers, while it searches for them. */
  public static void preload() {
    Class<?>[] unused = {
      CounterSource.class,
      LoadedProvider.class,
      ProviderListing.class,
      ProviderListing.Question.class,
      PerfEventSource.class,
      Scaling.TicksPerSecond.class,
      Scaling.None.class,
      ProviderListing.Counter.class,
      Candidate.class,
      ProviderText.class
    };
  }

  /**
   * Lists the counters in the documented order, which decides ties: this project's, those of the
   * processor before those of the system, as their providers list them, then third parties' by name
   * of their provider. Those that were handed over stand in their own order.
   */
  public List<Candidate> candidates() {
    return List.copyOf(candidates);
  }

  /** Returns true if there are strangers that have not been taken. */
  public boolean hasStrangers() {
    return !strangers.isEmpty();
  }

  /**
   * Returns the strangers, once: third parties' providers that were found, of which nothing may run
   * here before it has run in a child JVM.
   */
  public List<ProviderHandle> takeStrangers() {
    List<ProviderHandle> taken = List.copyOf(strangers);
    strangers.clear();
    return taken;
  }

  /** Rejects the strangers unasked, because no counter of theirs is wanted. */
  public void leaveOutStrangers() {
    for (ProviderHandle stranger : takeStrangers()) {
      reject(stranger.type(), ProviderReasons.notListed(stranger.describe()));
    }
  }

  /** Adds the counters that a stranger has listed in a child JVM, at their place. */
  public void listed(ProviderHandle stranger, ProviderListing listing) {
    int place = candidates.size();
    while (place > 0 && OwnProviders.compare(stranger, candidates.get(place - 1).handle()) < 0) {
      place--;
    }
    int before = candidates.size();
    add(stranger, listing);
    List<Candidate> fromPlace = candidates.subList(place, candidates.size());
    Collections.rotate(fromPlace, candidates.size() - before); // the new ones to the front
  }

  /**
   * Reports each counter, or provider, that cannot be probed at all. The first call also looks for
   * service files that nothing reads, which opens every JAR of the path: not before a first
   * reading.
   */
  public List<CounterReport> rejected() {
    if (looksForUnread) {
      looksForUnread = false;
      UnreadServices.find().forEach(this::reject);
    }
    List<CounterReport> all = new ArrayList<>(rejected);
    String family = missingFamily();
    if (!family.isEmpty()) {
      all.add(Reports.unusable(family, ProviderReasons.noFamily(family, Container.surroundings())));
    }
    return all;
  }

  /**
   * Returns the artifact with this processor's counters if they were searched for and not found
   * while others were; empty otherwise. A merged JAR has lost them most often.
   */
  public String missingFamily() {
    String family = candidates.isEmpty() ? "" : LastResortReasons.family();
    for (ProviderHandle handle : found) {
      if (handle.type().startsWith("org.cyclecounter." + family + ".")) {
        return "";
      }
    }
    return found.isEmpty() || family.isEmpty() ? "" : "cyclecounter-" + family;
  }

  /** Adds a provider of the path or the container. */
  void find(ProviderHandle handle) {
    int index = found.size();
    while (index > 0 && OwnProviders.compare(handle, found.get(index - 1)) < 0) {
      index--;
    }
    found.add(index, handle);
  }

  /**
   * Returns true for a provider that a child JVM could not tell from another one: a class path
   * lists each class once, but the methods {@code provider()} of several modules may return one
   * type.
   */
  private boolean isAmbiguous(ProviderHandle stranger) {
    int same = 0;
    for (ProviderHandle handle : found) {
      same += handle.isFound() && handle.loaded() == stranger.loaded() ? 1 : 0;
    }
    return stranger.loaded() != null && same > 1;
  }

  /** Asks one provider, a third party's on a separate thread. */
  private void ask(ProviderHandle handle) {
    ProviderListing.Question question = new ProviderListing.Question(handle, false);
    // This project's providers return: a thread for each would cost more than all they do.
    TaskResult<ProviderListing> result =
        OwnProviders.has(handle) ? TimeLimit.here(question) : TimeLimit.run(question);
    ProviderListing listing = result.value();
    if (listing == null) {
      String problem = Reasons.of(question.lastCall(), result);
      Log.debug("the provider " + handle.describe() + " failed", result.thrown());
      reject(handle.type(), ProviderReasons.failed(handle.describe(), problem));
    } else {
      add(handle, listing);
    }
  }

  private void add(ProviderHandle handle, ProviderListing listing) {
    String type = handle.type();
    if (listing.counters() == null) {
      reject(type, ProviderReasons.failed(handle.describe(), ProviderReasons.NO_LIST));
      return;
    }
    for (ProviderListing.Counter counter : listing.counters()) {
      add(listing.provider(), handle, counter);
    }
    if (listing.more() > 0) {
      int max = ProviderListing.MAX_COUNTERS;
      reject(type, ProviderReasons.tooMany(type, max, listing.more()));
    }
  }

  /**
   * Checks a counter's description and adds it to the candidates; the first of two equal names
   * wins.
   */
  private void add(
      CycleCounterProvider provider, ProviderHandle handle, ProviderListing.Counter counter) {
    String type = handle.type();
    String description = handle.describe();
    CounterSource source = counter.source();
    String name = counter.name();
    CounterKind kind = counter.kind();
    Scope scope = counter.scope();
    if (source == null) {
      String problem = counter.problem();
      reject(
          type,
          problem.isEmpty()
              ? ProviderReasons.noCounter(description)
              : ProviderReasons.notDescribed(description, problem));
    } else if (name == null || kind == null || scope == null) {
      reject(
          name == null ? type : whole(name),
          ProviderReasons.incomplete(description, name != null, kind != null, scope != null));
    } else if (!ProviderText.isName(name, MAX_NAME)) {
      reject(whole(name), ProviderReasons.badName(description, MAX_NAME));
    } else if (names.containsKey(name)) {
      reject(name, ProviderReasons.nameTaken(description, names.get(name)));
    } else {
      names.put(name, description);
      candidates.add(
          new Candidate(handle, provider, source, name, kind, scope, counter.mayCrash()));
    }
  }

  /** Cleans an invalid name for the report, which has it whole; tables and pages cut it. */
  private static String whole(String name) {
    return ProviderText.clean(name.substring(0, Math.min(name.length(), MAX_WRONG_NAME)));
  }

  /** Rejects a counter, or a provider by its type's name. */
  public void reject(String name, String reason) {
    rejected.add(Reports.unusable(name, reason));
  }
}
