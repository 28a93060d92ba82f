package org.cyclecounter.selector.discovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * Asks providers for their counters. Nothing a provider does here, short of never returning, keeps
 * the others from being asked; what is wrong with a counter is reported.
 */
public final class Discovery {

  /** Counters of this prefix are tried after all others, as libcpucycles does. */
  public static final String COMMON_PREFIX = "default-";

  private static final int LONGEST_NAME = 64;

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<CounterReport> rejected = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  /** Finds the providers on the class path and the module path and asks each. */
  public Discovery() {
    var services =
        ServiceLoader.load(CycleCounterProvider.class, Discovery.class.getClassLoader()).iterator();
    while (true) {
      CycleCounterProvider provider;
      try {
        if (!services.hasNext()) {
          break;
        }
        provider = services.next();
      } catch (ServiceConfigurationError | LinkageError e) {
        reject("provider", "a provider cannot be loaded: " + describe(e));
        continue;
      }
      ask(provider);
    }
    commonLast();
  }

  /**
   * Asks the given providers instead.
   *
   * @param providers in order
   */
  public Discovery(Iterable<? extends CycleCounterProvider> providers) {
    providers.forEach(this::ask);
    commonLast();
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

  private void ask(CycleCounterProvider provider) {
    String type = provider.getClass().getName();
    try {
      List<CounterSource> sources = provider.counters();
      if (sources == null) {
        reject(type, "the provider " + type + " gave null instead of a list of counters");
        return;
      }
      for (CounterSource source : sources) {
        add(provider, source);
      }
    } catch (RuntimeException | Error e) {
      reject(type, "the provider " + type + " failed: " + describe(e));
    }
  }

  private void add(CycleCounterProvider provider, CounterSource source) {
    String type = provider.getClass().getName();
    if (source == null) {
      reject(type, "the provider " + type + " gave null instead of a counter");
      return;
    }
    String name = source.name();
    CounterKind kind = source.kind();
    Scope scope = source.scope();
    if (name == null || kind == null || scope == null) {
      reject(name == null ? type : shorten(name), "its name, kind or scope is null");
    } else if (name.length() > LONGEST_NAME || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      reject(
          shorten(name),
          "its name must be 1 to 64 letters, digits, hyphens, dots or underscores (of "
              + type
              + ")");
    } else if (!names.add(name)) {
      reject(name, "an earlier provider has a counter of this name; this one is of " + type);
    } else {
      candidates.add(new Candidate(provider, source, name, kind, scope, source.mayCrash()));
    }
  }

  private void commonLast() {
    List<Candidate> common =
        candidates.stream().filter(c -> c.name().startsWith(COMMON_PREFIX)).toList();
    candidates.removeAll(common);
    candidates.addAll(common);
  }

  private void reject(String name, String reason) {
    rejected.add(
        new CounterReport(
            name,
            CounterKind.OFF_CORE,
            Scope.SYSTEM,
            Verdict.REJECTED,
            0,
            0,
            false,
            reason,
            Duration.ZERO));
  }

  private static String describe(Throwable e) {
    return shorten(e.toString());
  }

  private static String shorten(String text) {
    String clean = text.replaceAll("\\p{Cntrl}+", " ");
    return clean.length() <= 200 ? clean : clean.substring(0, 200) + "...";
  }
}
