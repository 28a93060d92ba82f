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
import org.cyclecounter.selector.report.LastResortReasons.Place;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * Asks providers for their counters, each within a time limit. Nothing a provider does here keeps
 * the others from being asked; what is wrong with a counter is reported.
 */
public final class Discovery {

  /** Counters of this prefix are probed after all others, as libcpucycles does. */
  public static final String COMMON_PREFIX = "default-";

  /** Of providers that cannot be loaded. */
  private static final int MAX_FAILURES = 1000;

  private static final int MAX_WRONG_NAME = 20_000;

  private static final int MAX_NAME = 64;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<CounterReport> rejected = new ArrayList<>();

  /** By counter's name, whose it is. */
  private final Map<String, String> names = new HashMap<>();

  private boolean looksForUnread;

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks each.
   */
  public Discovery() {
    List<ProviderHandle> handles = Container.handles();
    if (handles == null) {
      askPath();
      looksForUnread = true;
    } else {
      handles.forEach(this::ask);
    }
    commonLast();
  }

  /** Asks the given providers instead. */
  public Discovery(Iterable<? extends CycleCounterProvider> providers) {
    for (CycleCounterProvider provider : providers) {
      ask(new Given(provider));
    }
    commonLast();
  }

  /** Loads what a discovery will need of providers, while they are looked for. */
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
      Candidate.class
    };
    assert classes.length > 0;
    assert !ProviderText.isName("", MAX_NAME);
  }

  public static Place place() {
    if (Container.isThere()) {
      return Place.CONTAINER;
    }
    return isSecured() ? Place.SECURED_PATH : Place.PATH;
  }

  /** By reflection: the method is deprecated for removal, since Java 24 there is no manager. */
  private static boolean isSecured() {
    try {
      return System.class.getMethod("getSecurityManager").invoke(null) != null;
    } catch (ReflectiveOperationException | SecurityException e) {
      return false;
    }
  }

  /** The counters, in the order in which they are probed. */
  public List<Candidate> candidates() {
    return List.copyOf(candidates);
  }

  /**
   * A report for each counter, or provider, that cannot be probed at all. The first call looks for
   * service files that nothing reads, too.
   */
  public List<CounterReport> rejected() {
    if (looksForUnread) {
      looksForUnread = false;
      UnreadServices.find().forEach(this::reject);
    }
    return List.copyOf(rejected);
  }

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

  private void ask(ProviderHandle handle) {
    String type = handle.type();
    ProviderListing.Question question = new ProviderListing.Question(handle);
    // This project's own providers return: a thread for each would cost more than all they do.
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

  /** Checks a description; the first counter of a name is a candidate. */
  private void add(CycleCounterProvider provider, String whose, ProviderListing.Counter counter) {
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
              ? ProviderReasons.noCounter(whose)
              : ProviderReasons.notDescribed(whose, problem));
    } else if (name == null || kind == null || scope == null) {
      reject(
          name == null ? type : whole(name),
          ProviderReasons.incomplete(whose, name != null, kind != null, scope != null));
    } else if (!ProviderText.isName(name, MAX_NAME)) {
      reject(whole(name), ProviderReasons.badName(whose, MAX_NAME));
    } else if (names.containsKey(name)) {
      reject(name, ProviderReasons.nameTaken(whose, names.get(name)));
    } else {
      names.put(name, whose);
      candidates.add(new Candidate(provider, source, name, kind, scope, counter.mayCrash(), whose));
    }
  }

  private void commonLast() {
    List<Candidate> common = new ArrayList<>();
    for (Iterator<Candidate> all = candidates.iterator(); all.hasNext(); ) {
      Candidate candidate = all.next();
      if (candidate.name().startsWith(COMMON_PREFIX)) {
        all.remove();
        common.add(candidate);
      }
    }
    candidates.addAll(common);
  }

  /**
   * What a report is to name a counter that no command can name: where it is printed, it is cut.
   */
  private static String whole(String name) {
    return ProviderText.clean(name.substring(0, Math.min(name.length(), MAX_WRONG_NAME)));
  }

  private void reject(String name, String reason) {
    rejected.add(Reports.unmeasured(name, CounterKind.OFF_CORE, Verdict.REJECTED, reason));
  }
}
