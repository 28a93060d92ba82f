// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.cyclecounter.tck.RuleException.unless;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Checks that a provider can be found, created and asked, and its counters selected. */
final class ProviderChecks {

  /** The selection considers no more counters of a provider. */
  private static final int MAX_COUNTERS = 256;

  private ProviderChecks() {}

  /** Creates it by the service loader first: a module need not export a provider's package. */
  static CycleCounterProvider create(String name) throws Exception {
    Optional<ServiceLoader.Provider<CycleCounterProvider>> service = service(name);
    if (service.isPresent()) {
      return service.get().get();
    }
    try {
      return Class.forName(name)
          .asSubclass(CycleCounterProvider.class)
          .getConstructor()
          .newInstance();
    } catch (ClassNotFoundException e) {
      throw RuleException.broken("there is no class %s; correct the name", name);
    } catch (ClassCastException e) {
      throw RuleException.broken("%s does not implement CycleCounterProvider", name);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw RuleException.broken(
          "%s needs to be public, with a public constructor without parameters", name);
    }
  }

  private static Optional<ServiceLoader.Provider<CycleCounterProvider>> service(String name) {
    return services().stream().filter(service -> service.type().getName().equals(name)).findFirst();
  }

  /** Finds every provider that the service loader can load. */
  static List<ServiceLoader.Provider<CycleCounterProvider>> services() {
    List<ServiceLoader.Provider<CycleCounterProvider>> all = new ArrayList<>();
    Iterator<ServiceLoader.Provider<CycleCounterProvider>> services =
        ServiceLoader.load(CycleCounterProvider.class).stream().iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          return all;
        }
        all.add(services.next());
      } catch (ServiceConfigurationError e) {
        continue; // of another provider, or of this one, which cannot be created then
      }
    }
  }

  static void isFound(Checker checker) {
    if (!checker.isService) {
      throw RuleException.notChecked("it is no service: a program or a bundle hands it over");
    }
    unless(
        service(checker.providerName).isPresent(),
        "ServiceLoader does not find it; the file META-INF/services/%2$s, named after the"
            + " interface, must list %1$s; in a module, module-info.java must say \"provides %2$s"
            + " with %1$s;\"",
        checker.providerName,
        CycleCounterProvider.class.getName());
  }

  static void listsAlike(Checker checker) throws Exception {
    checker.note("counters()");
    List<CounterSource> counters = checker.provider().counters();
    unless(counters != null, "counters() returned null; return an empty list for none");
    unless(
        counters.stream().noneMatch(counter -> counter == null),
        "the list of counters() contains null; remove it");
    unless(
        counters.size() <= MAX_COUNTERS,
        "it lists %d counters; the selection considers %d of a provider",
        counters.size(),
        MAX_COUNTERS);
    List<CounterSource> again = checker.provider().counters();
    unless(
        again != null && again.size() == counters.size(),
        "counters() returned another list when it was called again; always return the same counters"
            + " in the same order");
    checker.list(List.copyOf(counters));
    checker.doesNoHarm();
  }

  static void survivesRehearsal(Checker checker) {
    IsolationResult result = ChildJvmIsolator.rehearse(checker.provider(), checker.source().name());
    String sentence = DescriptionChecks.why(result);
    if (result.result() == IsolationResult.Result.NOT_PROBED) {
      throw RuleException.notChecked(sentence);
    }
    unless(sentence.isEmpty(), "rehearsed in a child JVM: %s", sentence);
  }

  /** Runs a whole selection, which probes the counter in a child JVM of this one. */
  static void isSelected(Checker checker) {
    String name = checker.source().name();
    CycleCounterSelector selector =
        CycleCounterSelector.builder()
            .providers(List.of(checker.provider()))
            .include(name)
            .isolation(Isolation.JVM)
            .quiet()
            .build();
    try (CycleCounterSelector.Selected selected = selector.select()) {
      List<CounterReport> reports =
          selected.report().counters().stream().filter(r -> r.name().equals(name)).toList();
      unless(
          reports.stream().anyMatch(r -> r.verdict() != CounterReport.Verdict.REJECTED),
          "the selector rejects it: %s",
          reports.stream().map(CounterReport::reason).toList());
    }
  }
}
