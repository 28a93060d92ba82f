// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The first stage of the pipeline: the providers that were found or handed over, with their answers
 * about their counters, checked. Whatever a provider does, the others are asked, too; every counter
 * and every provider that cannot be used has a reason. Nothing is opened. Immutable.
 */
public final class Found {

  /** In the documented order; given providers keep their order. */
  private final List<Answer> answers;

  /** The lines of service files that name no provider. */
  private final List<Rejected> unloaded;

  /** False for providers that the program handed over. */
  private final boolean isSearched;

  /** Not a {@link Surroundings}: that class is needed for a report only (cold start 15). */
  private final boolean isContainer;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<Rejected> rejected = new ArrayList<>();

  /** The candidates of an earlier stage that have not been listed again yet. */
  private final Map<String, Candidate> earlier = new HashMap<>();

  /** The first provider of each name. */
  private final Map<String, ProviderHandle> owners = new HashMap<>();

  /**
   * Derives the candidates and the rejections.
   *
   * @param known the candidates so far, which keep their names and stay the same objects
   */
  private Found(
      List<Answer> answers,
      List<Rejected> unloaded,
      boolean isSearched,
      boolean isContainer,
      List<Candidate> known) {
    this.answers = answers;
    this.unloaded = unloaded;
    this.isSearched = isSearched;
    this.isContainer = isContainer;
    for (Candidate candidate : known) {
      earlier.put(candidate.name(), candidate);
      owners.put(candidate.name(), candidate.handle());
    }
    for (Answer answer : answers) {
      addAnswer(answer);
    }
  }

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks them
   * as {@link #of(List, boolean)}. Uses the selector's own class loader, not the thread's: the
   * counters must implement the API that the selector sees.
   */
  public static Found search(boolean trusted) {
    List<ProviderHandle> handles = Container.handles();
    if (handles != null) {
      return of(handles, trusted);
    }
    List<ProviderHandle> services = new ArrayList<>();
    List<Rejected> unloaded = new ArrayList<>();
    LoadedProvider.search(services, unloaded);
    return new Found(ask(services, trusted), unloaded, true, false, List.of());
  }

  /**
   * Asks a container's providers: this project's own and those that were handed over, each within a
   * time limit.
   *
   * @param trusted true to ask the others here as well; they are {@linkplain #strangers()
   *     strangers} otherwise
   */
  public static Found of(List<ProviderHandle> handles, boolean trusted) {
    return new Found(ask(handles, trusted), List.of(), true, true, List.of());
  }

  /** Asks the given providers instead. */
  public static Found of(Iterable<? extends CycleCounterProvider> providers) {
    List<Answer> answers = new ArrayList<>();
    for (CycleCounterProvider provider : providers) {
      Class<?> type = provider.getClass();
      answers.add(ProviderListing.ask(new LoadedProvider(type, false, () -> provider), false));
    }
    return new Found(answers, List.of(), false, false, List.of());
  }

  private static List<Answer> ask(List<ProviderHandle> handles, boolean trusted) {
    List<ProviderHandle> ordered = inOrder(handles);
    List<Answer> answers = new ArrayList<>();
    for (ProviderHandle handle : ordered) {
      if (trusted || !handle.isFound() || handle.isOurs()) {
        answers.add(ProviderListing.ask(handle, false));
      } else {
        answers.add(new Answer(handle, null, ambiguity(handle, ordered)));
      }
    }
    return answers;
  }

  /**
   * Puts providers into the documented order, which decides ties, whatever the path's or the
   * container's is: ours in the order of {@link Families}, then third parties' by name.
   */
  private static List<ProviderHandle> inOrder(List<ProviderHandle> handles) {
    List<ProviderHandle> ordered = new ArrayList<>();
    for (ProviderHandle handle : handles) {
      int index = ordered.size();
      while (index > 0 && sortKey(handle).compareTo(sortKey(ordered.get(index - 1))) < 0) {
        index--;
      }
      ordered.add(index, handle);
    }
    return ordered;
  }

  private static String sortKey(ProviderHandle handle) {
    char family = handle.isOurs() ? (char) Families.order(handle.type()) : Character.MAX_VALUE;
    return family + handle.type() + ' ' + handle.describe();
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
      ProviderListing.Question.class,
      PerfEventSource.class,
      Scaling.TicksPerSecond.class,
      Scaling.None.class,
      ListedCounter.class,
      Answer.class,
      Candidate.class,
      ProviderText.class
    };
  }

  /**
   * Rejects a provider that a child JVM could not tell from another one: the methods {@code
   * provider()} of several modules may return one type.
   */
  private static @Nullable Rejection ambiguity(ProviderHandle stranger, List<ProviderHandle> all) {
    int same = 0;
    for (ProviderHandle handle : all) {
      same += handle.isFound() && handle.loaded() == stranger.loaded() ? 1 : 0;
    }
    boolean isAmbiguous = stranger.loaded() != null && same > 1;
    return isAmbiguous ? Rejection.of(Code.AMBIGUOUS, stranger.describe()) : null;
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
    return new Found(all, unloaded, isSearched, isContainer, candidates);
  }

  /** Rejects the strangers unasked, because no counter of theirs is wanted. */
  public Found withoutStrangers() {
    List<Answer> leftOut = new ArrayList<>();
    for (ProviderHandle stranger : strangers()) {
      leftOut.add(new Answer(stranger, null, Rejection.of(Code.NOT_LISTED, stranger.describe())));
    }
    return with(leftOut);
  }

  /** Lists each counter, or provider, that cannot be probed at all. */
  public List<Rejected> rejections() {
    List<Rejected> all = new ArrayList<>(unloaded);
    all.addAll(rejected);
    String family = missingFamily();
    if (!family.isEmpty()) {
      all.add(new Rejected(family, ProviderReasons.noFamily(family, surroundings())));
    }
    return all;
  }

  /** Returns where counters were searched for, for advice on what is missing there. */
  public Surroundings surroundings() {
    return isContainer ? Surroundings.CONTAINER : Surroundings.PATH;
  }

  /**
   * Returns the artifact with this processor's counters if they were searched for and not found
   * while others were; empty otherwise. A merged JAR has lost them most often.
   */
  public String missingFamily() {
    if (!isSearched || candidates.isEmpty()) {
      return "";
    }
    String artifact = Families.artifact(Platform.current().processor());
    for (Answer answer : answers) {
      if (answer.handle().type().startsWith(Families.module(artifact) + ".")) {
        return "";
      }
    }
    return artifact;
  }

  private void addAnswer(Answer answer) {
    ProviderHandle handle = answer.handle();
    ProviderListing listing = answer.listing();
    Rejection why = answer.rejection();
    List<ListedCounter> counters = listing == null ? List.of() : listing.counters();
    if (why == null && counters == null) {
      why = Rejection.of(Code.NO_LIST);
    }
    if (why != null) {
      reject(handle.type(), ProviderReasons.ofProvider(handle.describe(), why));
    } else if (listing != null && counters != null) {
      for (ListedCounter counter : counters) {
        addCounter(listing.provider(), handle, counter);
      }
      if (listing.more() > 0) {
        String max = "" + ProviderListing.MAX_COUNTERS;
        reject(handle.type(), Rejection.of(Code.TOO_MANY, handle.type(), max, "" + listing.more()));
      }
    }
  }

  /**
   * Adds a counter to the candidates if its description is valid; the first of two equal names
   * wins, unless the other has been a candidate before.
   */
  private void addCounter(
      CycleCounterProvider provider, ProviderHandle handle, ListedCounter counter) {
    Rejection why = counter.rejection(handle.describe());
    String name = counter.reportedName(handle);
    if (why != null) {
      reject(name, why);
      return;
    }
    Candidate same = earlier.get(name);
    ProviderHandle owner = owners.putIfAbsent(name, handle);
    if (same != null && same.handle() == handle) {
      earlier.remove(name); // its provider may list it twice
      candidates.add(same);
    } else if (owner == null) {
      candidates.add(counter.candidate(handle, provider));
    } else {
      reject(name, ProviderReasons.nameTaken(handle.describe(), owner.describe()));
    }
  }

  private void reject(String name, Rejection why) {
    rejected.add(new Rejected(name, why));
  }
}
