// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
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

  /** Counters of this prefix are probed after all others, as libcpucycles does. */
  public static final String COMMON_PREFIX = "default-";

  /** Providers that cannot be loaded before the search is given up. */
  private static final int MAX_FAILURES = 1000;

  /** Characters of an invalid name that a report keeps; a name may be as long as the heap. */
  private static final int MAX_WRONG_NAME = 20_000;

  /** Characters of a valid name: more do not fit into reports. */
  private static final int MAX_NAME = 64;

  private final List<Candidate> candidates = new ArrayList<>();

  /** Candidates of {@link #COMMON_PREFIX}, until all providers have been asked. */
  private final List<Candidate> common = new ArrayList<>();

  private final List<CounterReport> rejected = new ArrayList<>();

  /** Descriptions of providers by the names of their counters. */
  private final Map<String, String> names = new HashMap<>();

  /** True until a report has searched the path for service files that nothing reads. */
  private boolean looksForUnread;

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks each.
   * Uses the selector's own class loader, not the thread's: the counters must implement the API
   * that the selector sees.
   */
  public Discovery() {
    List<ProviderHandle> handles = Container.handles();
    if (handles == null) {
      askPath();
      looksForUnread = true;
    } else {
      handles.forEach(this::ask);
    }
    candidates.addAll(common);
  }

  /** Asks the given providers instead. */
  public Discovery(Iterable<? extends CycleCounterProvider> providers) {
    for (CycleCounterProvider provider : providers) {
      ask(new Given(provider));
    }
    candidates.addAll(common);
  }

  /** Loads the classes that a discovery needs for providers, while it searches for them. */
  public static void preload() {
    Class<?>[] classes = {
      CounterSource.class,
      Service.class,
      ProviderListing.class,
      ProviderListing.Question.class,
      PerfEventSource.class,
      Scaling.TicksPerSecond.class,
      Scaling.None.class,
      ProviderListing.Counter.class,
      Candidate.class,
      ProviderText.class
    };
    assert classes.length > 0;
  }

  /** Returns where counters are searched for, for advice on what is missing there. */
  public static Surroundings surroundings() {
    if (Container.isThere()) {
      return Surroundings.CONTAINER;
    }
    return isSecured() ? Surroundings.SECURED_PATH : Surroundings.PATH;
  }

  /**
   * Returns true under a security manager. By reflection, because the method is deprecated for
   * removal; Java 24 and newer have no manager.
   */
  private static boolean isSecured() {
    try {
      return System.class.getMethod("getSecurityManager").invoke(null) != null;
    } catch (ReflectiveOperationException | SecurityException e) {
      return false;
    }
  }

  /**
   * Lists the counters in the documented order, which decides ties: as their providers list them,
   * the common ones last.
   */
  public List<Candidate> candidates() {
    return List.copyOf(candidates);
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
    return List.copyOf(rejected);
  }

  /** A provider that the program has created. */
  private record Given(CycleCounterProvider provider) implements ProviderHandle {
    @Override
    public String type() {
      return provider.getClass().getName();
    }

    @Override
    public CycleCounterProvider make() {
      return provider;
    }
  }

  /** A provider that ServiceLoader has found; {@link #make()} runs its constructor. */
  private record Service(ServiceLoader.Provider<CycleCounterProvider> service)
      implements ProviderHandle {
    @Override
    public String type() {
      return service.type().getName();
    }

    @Override
    public CycleCounterProvider make() {
      return service.get();
    }
  }

  /** Asks what ServiceLoader finds, one after the other: a bad line ends no search. */
  private void askPath() {
    Iterator<ServiceLoader.Provider<CycleCounterProvider>> services =
        ServiceLoader.load(CycleCounterProvider.class, Discovery.class.getClassLoader()).stream()
            .iterator();
    int failures = 0;
    while (failures < MAX_FAILURES) { // a class loader that always throws would go on for ever
      try {
        if (!services.hasNext()) {
          break;
        }
        ask(new Service(services.next()));
      } catch (RuntimeException | Error e) { // of a class loader: anything
        Worker.Task.note(e);
        failures++;
        Log.debug("a provider cannot be loaded", e);
        ServiceFiles.Line line = ServiceFiles.lineOf(e);
        if (line == null) {
          reject("provider", ProviderReasons.notLoaded(e));
        } else {
          reject(line.type(), line.problem());
        }
      }
    }
  }

  /** Asks one provider, a third party's on a separate thread. */
  private void ask(ProviderHandle handle) {
    String type = handle.type();
    ProviderListing.Question question = new ProviderListing.Question(handle);
    // This project's providers return: a thread for each would cost more than all they do. By name,
    // because in a container the class is not loaded yet; Candidate.isOurs() compares the class.
    TaskResult<ProviderListing> result =
        OwnProviders.has(type) ? TimeLimit.here(question) : TimeLimit.run(question);
    ProviderListing listing = result.value();
    if (listing == null) {
      String problem = Reasons.of(question.lastCall(), result);
      Log.debug("the provider " + handle.describe() + " failed", result.thrown());
      reject(type, ProviderReasons.failed(handle.describe(), problem));
    } else if (listing.counters() == null) {
      reject(type, ProviderReasons.failed(handle.describe(), ProviderReasons.NO_LIST));
    } else {
      for (ProviderListing.Counter counter : listing.counters()) {
        add(listing.provider(), handle.describe(), counter);
      }
      if (listing.more() > 0) {
        int max = ProviderListing.MAX_COUNTERS;
        reject(type, ProviderReasons.tooMany(type, max, listing.more()));
      }
    }
  }

  /**
   * Checks a counter's description and adds it to the candidates; the first of two equal names
   * wins.
   *
   * @param description the provider, for people
   */
  private void add(
      CycleCounterProvider provider, String description, ProviderListing.Counter counter) {
    String type = provider.getClass().getName();
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
      (name.startsWith(COMMON_PREFIX) ? common : candidates)
          .add(new Candidate(provider, source, name, kind, scope, counter.mayCrash(), description));
    }
  }

  /** Cleans an invalid name for the report, which has it whole; tables and pages cut it. */
  private static String whole(String name) {
    return ProviderText.clean(name.substring(0, Math.min(name.length(), MAX_WRONG_NAME)));
  }

  private void reject(String name, String reason) {
    rejected.add(Reports.unmeasured(name, CounterKind.OFF_CORE, Verdict.REJECTED, reason));
  }
}
