// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.ClockProvider;
import com.example.clock.RegisteringActivator;
import com.example.clock.StepsProvider;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** The project's bundles and services, by name. */
final class Ours {

  static final String COUNTER = "org.cyclecounter.CycleCounter";
  static final String REPORT = "org.cyclecounter.SelectionReport";
  static final String SELECTION = "org.cyclecounter.selector.SelectionService";
  static final String SPI = "org.cyclecounter.spi.CycleCounterProvider";

  static final String API = "cyclecounter-api";
  static final String SELECTOR = "cyclecounter-selector";

  private Ours() {}

  /**
   * Waits for all requested selections and returns the newest: a bundle's start or stop requests
   * its selection before it returns.
   */
  static Object newest(Container container) throws Exception {
    return Views.call(container.await(SELECTION), "newest");
  }

  /** Selects again. */
  static Object select(Container container) throws Exception {
    return Views.call(container.await(SELECTION), "select");
  }

  /** Selects in the container as a program does with its own selector. */
  static Object selectedByBuilder(Bundle selector) throws Exception {
    Class<?> type = selector.loadClass("org.cyclecounter.selector.CycleCounterSelector");
    return Views.call(Views.call(Views.callStatic(type, "builder"), "build"), "select");
  }

  /** Returns the counter of {@code CpuCycles} in the container, selected once for all. */
  static String selectedOnce(Bundle selector) throws Exception {
    Class<?> type = selector.loadClass("org.cyclecounter.selector.CpuCycles");
    return (String) Views.callStatic(type, "implementation");
  }

  /** The counter ranked first. */
  static CycleCounter best(Container container) throws Exception {
    return Views.of(CycleCounter.class, container.await(COUNTER));
  }

  /** The counter ranked first in the newest selection, which must be this one. */
  static CycleCounter best(Container container, String implementation) throws Exception {
    newest(container);
    assertThat(names(container))
        .as(() -> String.join("\n", reportLines(container)))
        .startsWith(implementation);
    return best(container);
  }

  /** The names of the published counters, best first. */
  static List<String> names(Container container) {
    return container.services(COUNTER, null).stream()
        .map(reference -> (String) reference.getProperty("cyclecounter.implementation"))
        .toList();
  }

  static Object property(ServiceReference<?> reference, String name) {
    return reference.getProperty("cyclecounter." + name);
  }

  /** The newest report's lines: each counter as "name verdict reason". */
  static List<String> reportLines(Container container) {
    List<String> lines = new ArrayList<>();
    try {
      for (Object counter : (List<?>) Views.call(container.await(REPORT), "counters")) {
        Object verdict = Views.call(counter, "verdict");
        lines.add(
            Views.call(counter, "name") + " " + verdict + " " + Views.call(counter, "reason"));
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return lines;
  }

  /** The names of the newest report's counters, the rejected ones included. */
  static List<String> reported(Container container) {
    return reportLines(container).stream().map(line -> line.split(" ")[0]).toList();
  }

  /** A user's provider, found by what it lists; it declares no capability. */
  static BundleJar clock() {
    return withClock(BundleJar.named("com.example.clock"))
        .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi");
  }

  /** Adds that provider, and nothing for OSGi. */
  static BundleJar withClock(BundleJar jar) {
    return jar.file(
            "META-INF/services/" + SPI, "# mine\n" + ClockProvider.class.getName() + " # too\n")
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
