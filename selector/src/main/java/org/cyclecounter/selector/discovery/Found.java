// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports;
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

  /** Characters of an invalid name that a report keeps; a name may be as long as the heap. */
  private static final int MAX_WRONG_NAME = 20_000;

  /** Characters of a valid name: more do not fit into reports. */
  static final int MAX_NAME = 64;

  /** In the documented order; those that were handed over stand in their own. */
  private final List<Answer> answers;

  /** The lines of service files that name no provider; null where none were searched. */
  private final @Nullable List<Reports.Rejected> unloaded;

  /** False for providers that the program handed over. */
  private final boolean isSearched;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<Reports.Rejected> rejected = new ArrayList<>();

  /**
   * Derives the candidates and the rejections.
   *
   * @param known the candidates so far, which keep their names and stay the same objects
   */
  private Found(
      List<Answer> answers,
      @Nullable List<Reports.Rejected> unloaded,
      boolean isSearched,
      List<Candidate> known) {
    this.answers = answers;
    this.unloaded = unloaded;
    this.isSearched = isSearched;
    Map<String, Candidate> before = new HashMap<>();
    Map<String, ProviderHandle> owners = new HashMap<>();
    for (Candidate candidate : known) {
      before.put(candidate.name(), candidate);
      owners.put(candidate.name(), candidate.handle());
    }
    for (Answer answer : answers) {
      take(answer, before, owners);
    }
  }

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks this
   * project's own and those that were handed over, each within a time limit. Uses the selector's
   * own class loader, not the thread's: the counters must implement the API that the selector sees.
   *
   * @param trusted true to ask the others here as well; they are {@linkplain #strangers()
   *     strangers} otherwise
   */
  public static Found search(boolean trusted) {
    List<ProviderHandle> handles = Container.handles();
    List<Reports.Rejected> unloaded = null;
    if (handles == null) {
      handles = new ArrayList<>();
      unloaded = new ArrayList<>();
      LoadedProvider.search(handles, unloaded);
    }
    List<ProviderHandle> ordered = OwnProviders.inOrder(handles);
    List<Answer> answers = new ArrayList<>();
    for (ProviderHandle handle : ordered) {
      if (trusted || !handle.isFound() || OwnProviders.has(handle)) {
        answers.add(ProviderListing.ask(handle));
      } else if (isAmbiguous(handle, ordered)) {
        answers.add(new Answer(handle, null, Rejection.of(Code.AMBIGUOUS, handle.describe())));
      } else {
        answers.add(new Answer(handle, null, null));
      }
    }
    return new Found(answers, unloaded, true, List.of());
  }

  /** Finds a provider that ServiceLoader can load, for a child JVM; null if it cannot. */
  public static @Nullable ProviderHandle service(String type) {
    List<ProviderHandle> services = new ArrayList<>();
    LoadedProvider.search(services, new ArrayList<>());
    services.removeIf(service -> !service.type().equals(type));
    return services.isEmpty() ? null : services.get(0);
  }

  /** Asks the given providers instead. */
  public static Found of(Iterable<? extends CycleCounterProvider> providers) {
    List<Answer> answers = new ArrayList<>();
    for (CycleCounterProvider provider : providers) {
      Class<?> type = provider.getClass();
      answers.add(ProviderListing.ask(new LoadedProvider(type, false, () -> provider)));
    }
    return new Found(answers, null, false, List.of());
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
      Answer.class,
      Candidate.class,
      ProviderText.class
    };
  }

  /**
   * Returns true for a provider that a child JVM could not tell from another one: the methods
   * {@code provider()} of several modules may return one type.
   */
  private static boolean isAmbiguous(ProviderHandle stranger, List<ProviderHandle> all) {
    int same = 0;
    for (ProviderHandle handle : all) {
      same += handle.isFound() && handle.loaded() == stranger.loaded() ? 1 : 0;
    }
    return stranger.loaded() != null && same > 1;
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
  public List<ProviderHandle> strangers() {
    List<ProviderHandle> strangers = new ArrayList<>();
    for (Answer answer : answers) {
      Rejection why = answer.rejection();
      if (answer.listing() == null && (why == null || why.code().isPending())) {
        strangers.add(answer.handle());
      }
    }
    return strangers;
  }

  /**
   * Adds what strangers have answered in a child JVM, at their places.
   *
   * @param listed for {@link #strangers()}, in their order
   */
  public Found with(List<Answer> listed) {
    List<Answer> all = new ArrayList<>(answers);
    int next = 0;
    for (int i = 0; i < all.size() && next < listed.size(); i++) {
      if (all.get(i).handle() == listed.get(next).handle()) {
        all.set(i, listed.get(next++).inChildJvm());
      }
    }
    return new Found(all, unloaded, isSearched, candidates);
  }

  /** Rejects the strangers unasked, because no counter of theirs is wanted. */
  public Found withoutStrangers() {
    List<Answer> leftOut = new ArrayList<>();
    for (ProviderHandle stranger : strangers()) {
      Rejection why = Rejection.of(Code.NOT_LISTED, stranger.describe());
      leftOut.add(new Answer(stranger, null, why));
    }
    return with(leftOut);
  }

  /**
   * Lists each counter, or provider, that cannot be probed at all. Looks for service files that
   * nothing reads, too, which opens every JAR of the path: not before a first reading.
   */
  public List<Reports.Rejected> rejections() {
    List<Reports.Rejected> all = new ArrayList<>();
    if (unloaded != null) {
      all.addAll(unloaded);
    }
    all.addAll(rejected);
    if (unloaded != null) {
      UnreadServices.find().forEach((type, why) -> all.add(new Reports.Rejected(type, why)));
    }
    String family = missingFamily();
    if (!family.isEmpty()) {
      Rejection why = ProviderReasons.noFamily(family, Container.surroundings());
      all.add(new Reports.Rejected(family, why));
    }
    return all;
  }

  /**
   * Returns the artifact with this processor's counters if they were searched for and not found
   * while others were; empty otherwise. A merged JAR has lost them most often.
   */
  public String missingFamily() {
    String family = candidates.isEmpty() ? "" : LastResortReasons.family();
    for (Answer answer : answers) {
      if (answer.handle().type().startsWith("org.cyclecounter." + family + ".")) {
        return "";
      }
    }
    return isSearched && !family.isEmpty() ? "cyclecounter-" + family : "";
  }

  private void take(
      Answer answer, Map<String, Candidate> before, Map<String, ProviderHandle> owners) {
    ProviderHandle handle = answer.handle();
    ProviderListing listing = answer.listing();
    Rejection why = answer.rejection();
    if (listing != null && listing.counters() == null) {
      why = Rejection.of(Code.NO_LIST);
    }
    if (why != null) {
      reject(handle.type(), ProviderReasons.ofProvider(handle.describe(), why));
    } else if (listing != null && listing.counters() != null) {
      for (ProviderListing.Counter counter : listing.counters()) {
        take(listing.provider(), handle, counter, before, owners);
      }
      if (listing.more() > 0) {
        String max = "" + ProviderListing.MAX_COUNTERS;
        reject(handle.type(), Rejection.of(Code.TOO_MANY, handle.type(), max, "" + listing.more()));
      }
    }
  }

  /**
   * Checks a counter's description and adds it to the candidates; the first of two equal names
   * wins, unless the other has been a candidate before.
   */
  private void take(
      CycleCounterProvider provider,
      ProviderHandle handle,
      ProviderListing.Counter counter,
      Map<String, Candidate> before,
      Map<String, ProviderHandle> owners) {
    String described = handle.describe();
    CounterSource source = counter.source();
    String name = counter.name();
    CounterKind kind = counter.kind();
    Scope scope = counter.scope();
    if (source == null) {
      String problem = counter.problem();
      reject(
          handle.type(),
          problem.isEmpty()
              ? Rejection.of(Code.NO_COUNTER, described)
              : Rejection.of(Code.NOT_DESCRIBED, described, problem));
    } else if (name == null || kind == null || scope == null) {
      reject(
          name == null ? handle.type() : whole(name),
          ProviderReasons.incomplete(described, name != null, kind != null, scope != null));
    } else if (!ProviderText.isName(name, MAX_NAME)) {
      reject(whole(name), Rejection.of(Code.BAD_NAME, described, "" + MAX_NAME));
    } else {
      Candidate same = before.get(name);
      if (same != null && same.handle() == handle) {
        before.remove(name); // its provider may list it twice
        candidates.add(same);
        return;
      }
      ProviderHandle owner = owners.putIfAbsent(name, handle);
      if (owner == null) {
        candidates.add(
            new Candidate(handle, provider, source, name, kind, scope, counter.mayCrash()));
      } else {
        reject(name, ProviderReasons.nameTaken(described, owner.describe()));
      }
    }
  }

  /** Cleans an invalid name for the report; tables and pages cut it. */
  private static String whole(String name) {
    return ProviderText.clean(name.substring(0, Math.min(name.length(), MAX_WRONG_NAME)));
  }

  private void reject(String name, Rejection why) {
    rejected.add(new Reports.Rejected(name, why));
  }
}
