package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.jspecify.annotations.Nullable;

/**
 * Asks providers for their counters, each within a time limit. Nothing a provider does here keeps
 * the others from being asked; what is wrong with a counter is reported.
 */
public final class Discovery {

  /** Counters of this prefix are tried after all others, as libcpucycles does. */
  public static final String COMMON_PREFIX = "default-";

  /** Of one provider. No family of processors has a tenth of it. */
  private static final int MAX_COUNTERS = 256;

  /** Of providers that cannot be loaded. */
  private static final int MAX_FAILURES = 1000;

  private static final int MAX_NAME = 64;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<CounterReport> rejected = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  /**
   * Finds the providers, on the class path and the module path or in the container, and asks each.
   */
  public Discovery() {
    List<Offer> offers = Container.offers();
    if (offers == null) {
      askPath();
    } else {
      offers.forEach(offer -> ask(offer.type(), offer.maker()));
    }
    commonLast();
  }

  private void askPath() {
    var services =
        ServiceLoader.load(CycleCounterProvider.class, Discovery.class.getClassLoader()).stream()
            .iterator();
    int failures = 0;
    while (failures < MAX_FAILURES) { // a class loader that always throws would go on for ever
      try {
        if (!services.hasNext()) {
          break;
        }
        var service = services.next();
        ask(
            service.type().getName(),
            new Callable<CycleCounterProvider>() { // no lambda: see ProviderText
              @Override
              public CycleCounterProvider call() {
                return service.get();
              }
            });
      } catch (RuntimeException | Error e) { // of a class loader: anything
        failures++;
        reject("provider", "a provider cannot be loaded: " + shorten(e.toString()));
      }
    }
  }

  /**
   * Asks the given providers instead.
   *
   * @param providers in order
   */
  public Discovery(Iterable<? extends CycleCounterProvider> providers) {
    for (CycleCounterProvider provider : providers) {
      ask(provider.getClass().getName(), () -> provider);
    }
    commonLast();
  }

  /** Loads what a discovery will need of providers, while they are looked for. */
  public static void preload() {
    Class<?>[] classes = {
      CounterSource.class,
      Question.class,
      PerfEventSource.class,
      Scaling.TicksPerSecond.class,
      Scaling.None.class,
      Described.class,
      Answer.class,
      Candidate.class
    };
    assert classes.length > 0;
    assert !ProviderText.isName("", MAX_NAME);
  }

  /**
   * What to do where no provider is found.
   *
   * @return the end of a sentence
   */
  public static String whereToPutOne() {
    return Container.offers() == null
        ? "on the path; put provider JARs beside the selector (OSGi: start its bundle)"
        : "in the container; install provider bundles and start them";
  }

  /**
   * The counters to be tried.
   *
   * @return in the order in which they are tried
   */
  public List<Candidate> candidates() {
    return List.copyOf(candidates);
  }

  /**
   * What was wrong.
   *
   * @return a report for each counter, or provider, that cannot be tried at all
   */
  public List<CounterReport> rejected() {
    return List.copyOf(rejected);
  }

  private record Question(Callable<? extends CycleCounterProvider> maker)
      implements Callable<Answer> {
    @Override
    public Answer call() throws Exception {
      return answer(maker.call());
    }
  }

  private static final class None implements CycleCounterProvider {
    @Override
    public List<CounterSource> counters() {
      return List.of();
    }
  }

  /** What a provider said of itself, as it was said. */
  private record Answer(
      String problem, CycleCounterProvider provider, List<Described> counters, int more) {
    static Answer problem(String problem) {
      return new Answer(problem, new None(), List.of(), 0);
    }
  }

  private record Described(
      String problem,
      @Nullable CounterSource source,
      @Nullable String name,
      @Nullable CounterKind kind,
      @Nullable Scope scope,
      boolean mayCrash) {
    static Described problem(String problem) {
      return new Described(problem, null, null, null, null, true);
    }
  }

  private void ask(String type, Callable<? extends CycleCounterProvider> maker) {
    Question question = new Question(maker);
    // This project's own providers return: a thread for each would cost more than all they do.
    TaskResult<Answer> result =
        OwnProviders.has(type) ? TimeLimit.here(question) : TimeLimit.run(question);
    Answer answer = result.value();
    if (answer == null) {
      answer = Answer.problem(Reasons.of(result));
    }
    if (!answer.problem().isEmpty()) {
      reject(type, "the provider " + type + " failed: " + shorten(answer.problem()));
    }
    for (Described counter : answer.counters()) {
      add(answer.provider(), counter);
    }
    if (answer.more() > 0) {
      reject(
          type,
          "the provider "
              + type
              + " has more than "
              + MAX_COUNTERS
              + " counters; the other "
              + answer.more()
              + " are not tried");
    }
  }

  private static Answer answer(CycleCounterProvider provider) {
    List<CounterSource> sources = provider.counters();
    if (sources == null) {
      return Answer.problem("it gave null instead of a list of counters");
    }
    List<Described> counters = new ArrayList<>();
    int count = 0;
    for (CounterSource source : sources) {
      if (++count <= MAX_COUNTERS) {
        counters.add(describe(source));
      }
    }
    return new Answer("", provider, counters, Math.max(0, count - MAX_COUNTERS));
  }

  private static Described describe(@Nullable CounterSource source) {
    if (source == null) {
      return Described.problem("gave null instead of a counter");
    }
    try {
      return new Described(
          "", source, source.name(), source.kind(), source.scope(), source.mayCrash());
    } catch (RuntimeException | Error e) {
      return Described.problem("has a counter that cannot be described: " + shorten(Reasons.of(e)));
    }
  }

  private void add(CycleCounterProvider provider, Described counter) {
    String type = provider.getClass().getName();
    CounterSource source = counter.source();
    String name = counter.name();
    CounterKind kind = counter.kind();
    Scope scope = counter.scope();
    if (source == null) {
      reject(type, "the provider " + type + " " + counter.problem());
    } else if (name == null || kind == null || scope == null) {
      reject(
          name == null ? type : shorten(name), "its name, kind or scope is null (of " + type + ")");
    } else if (!ProviderText.isName(name, MAX_NAME)) {
      reject(
          shorten(name),
          "its name must be 1 to 64 letters, digits, hyphens, dots or underscores (of "
              + type
              + ")");
    } else if (!names.add(name)) {
      reject(name, "an earlier provider has a counter of this name; this one is of " + type);
    } else {
      candidates.add(new Candidate(provider, source, name, kind, scope, counter.mayCrash()));
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

  private void reject(String name, String reason) {
    rejected.add(Reports.unmeasured(name, CounterKind.OFF_CORE, Verdict.REJECTED, reason));
  }

  private static String shorten(String text) {
    String clean = ProviderText.clean(text.substring(0, Math.min(text.length(), 300)));
    return clean.length() <= 200 ? clean : clean.substring(0, 200) + "...";
  }
}
