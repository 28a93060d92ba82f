// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import com.example.clock.ClockProvider;
import com.example.clock.RegisteringActivator;
import com.example.clock.StepsProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cyclecounter.CycleCounter;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** What these tests know of the project's bundles and services. */
final class Ours {

  static final String COUNTER = "org.cyclecounter.CycleCounter";
  static final String REPORT = "org.cyclecounter.SelectionReport";
  static final String SELECTION = "org.cyclecounter.selector.SelectionService";
  static final String SPI = "org.cyclecounter.spi.CycleCounterProvider";

  /** For a selection on a busy machine. */
  static final Duration SOON = Duration.ofSeconds(60);

  static final String API = "cyclecounter-api";
  static final String SELECTOR = "cyclecounter-selector";
  static final String[] TOOLS = {"cyclecounter-bench", "cyclecounter-tools"};
  static final String[] COUNTERS = {
    "cyclecounter-x86",
    "cyclecounter-arm",
    "cyclecounter-power",
    "cyclecounter-riscv",
    "cyclecounter-misc",
    "cyclecounter-os"
  };

  private Ours() {}

  /** Runs the API, the selector and all counters, and waits for the selection among them. */
  static List<Bundle> runAll(Container container) throws Exception {
    List<Bundle> bundles = new ArrayList<>(container.run(API, SELECTOR));
    bundles.addAll(container.run(COUNTERS));
    // Of the last bundle: an earlier selection, of fewer, may have been made on a busy machine.
    Container.await(
        () -> reports(container, "default-gettimeofday "), SOON, "selection among all counters");
    return bundles;
  }

  /** The counter ranked first. */
  static CycleCounter best(Container container) throws Exception {
    return Views.of(CycleCounter.class, container.await(COUNTER, SOON));
  }

  static CycleCounter awaitBest(Container container, String implementation) throws Exception {
    try {
      Container.await(
          () -> names(container).stream().findFirst().equals(Optional.of(implementation)),
          SOON,
          implementation + " ranked first");
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + reportLines(container), e);
    }
    return best(container);
  }

  /** The names of the published counters, best first. */
  static List<String> names(Container container) {
    return container.services(COUNTER, null).stream()
        .map(reference -> (String) reference.getProperty("cyclecounter.implementation"))
        .toList();
  }

  /**
   * Waits until no two services are of one counter. While a selection replaces the last one, the
   * old service of a counter goes after the new one has come.
   */
  static void awaitOneOfEach(Container container) throws Exception {
    Container.await(
        () -> {
          List<String> names = names(container);
          return Set.copyOf(names).size() == names.size();
        },
        SOON,
        "one service of each counter");
  }

  /** Waits for a selection that is under way or requested, if there is one. */
  static void awaitNewest(Container container) throws Exception {
    Views.call(container.await(SELECTION, SOON), "newest");
  }

  static Object property(ServiceReference<?> reference, String name) {
    return reference.getProperty("cyclecounter." + name);
  }

  /** The newest report's lines: each counter as "name verdict reason". */
  static List<String> reportLines(Container container) throws Exception {
    Object report = container.await(REPORT, SOON);
    List<String> lines = new ArrayList<>();
    for (Object counter : (List<?>) Views.call(report, "counters")) {
      lines.add(
          Views.call(counter, "name")
              + " "
              + Views.call(counter, "verdict")
              + " "
              + Views.call(counter, "reason"));
    }
    return lines;
  }

  /** Returns true if the newest report has these counters in this order. */
  static boolean isSelectionOf(Container container, List<String> names) {
    try {
      return reportLines(container).stream().map(line -> line.split(" ")[0]).toList().equals(names);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Whether there is a report with such a line; it comes after its counters' services. */
  static boolean reports(Container container, String beginning) {
    try {
      return reportLines(container).stream().anyMatch(line -> line.startsWith(beginning));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A user's provider, found by what it lists; it declares no capability. */
  static BundleJar clock() {
    return BundleJar.named("com.example.clock")
        .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
        .file("META-INF/services/" + SPI, "# mine\n" + ClockProvider.class.getName() + " # too\n")
        .classes(ClockProvider.class)
        .classes(ClockProvider.class.getDeclaredClasses());
  }

  /** The same provider, which its bundle registers as a service, too. */
  static BundleJar registeredClock() {
    return clock()
        .header(
            Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi,org.osgi.framework")
        .header(Constants.BUNDLE_ACTIVATOR, RegisteringActivator.class.getName())
        .classes(RegisteringActivator.class);
  }

  /** Counters whose order the test sets. */
  static BundleJar steps() {
    return BundleJar.named("com.example.steps")
        .header(
            Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi,org.osgi.framework")
        .header(Constants.BUNDLE_ACTIVATOR, StepsProvider.class.getName())
        .classes(StepsProvider.class)
        .classes(StepsProvider.class.getDeclaredClasses());
  }
}
