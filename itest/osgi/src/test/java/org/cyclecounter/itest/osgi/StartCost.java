// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * The time for which the selector's start holds up its framework: measured in JVMs of its own,
 * never asserted. {@code mvn verify -Dskip.unit.tests -Dit.test=StartCost
 * -Dfailsafe.failIfNoSpecifiedTests=false} prints it for both frameworks, {@code -Djvm=} on another
 * Java.
 */
class StartCost {

  private static final int STARTS = 12;

  @TempDir Path temporary;

  /** One start, the first bundle with an activator in its framework: prints milliseconds. */
  public static void main(String[] arguments) throws Exception {
    Container container = Container.start(Path.of(arguments[0]));
    container.install(Ours.API);
    for (String counters : Ours.COUNTERS) {
      container.install(counters).start(Bundle.START_ACTIVATION_POLICY);
    }
    Bundle selector = container.install(Ours.SELECTOR);
    // To find its imports is the resolver's work, not the start's.
    container.framework().adapt(FrameworkWiring.class).resolveBundles(List.of(selector));
    assertThat(selector.adapt(BundleRevision.class).getWiring()).isNotNull();
    long beginNs = System.nanoTime();
    selector.start();
    long startedNs = System.nanoTime();
    container.await(Ours.COUNTER);
    long thereNs = System.nanoTime();
    System.out.printf(
        Locale.ROOT, "%.1f %.0f%n", (startedNs - beginNs) / 1e6, (thereNs - beginNs) / 1e6);
    System.exit(0);
  }

  @Test
  void ofStartingTheSelector() throws Exception {
    List<Double> started = new ArrayList<>();
    List<Double> there = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Dbundles=" + System.getProperty("bundles"),
                  "-Djava.io.tmpdir=" + temporary,
                  "-cp",
                  System.getProperty("java.class.path"),
                  StartCost.class.getName(),
                  temporary.resolve("framework-" + i).toString())
              .redirectErrorStream(true)
              .start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      String last = said.substring(said.lastIndexOf('\n') + 1);
      assertThat(last).as(said).matches("\\d+\\.\\d \\d+");
      started.add(Double.valueOf(last.split(" ")[0]));
      there.add(Double.valueOf(last.split(" ")[1]));
    }
    try (Container container = Container.start(temporary.resolve("name"))) {
      System.out.printf(
          "%s %s, Java %d: Bundle.start() %s ms; a service after %s ms%n",
          container.framework().getSymbolicName(),
          container.framework().getVersion(),
          Runtime.version().feature(),
          summary(started),
          summary(there));
    }
  }

  private static String summary(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    double median = (sorted.get(STARTS / 2 - 1) + sorted.get(STARTS / 2)) / 2;
    return sorted.get(0) + " to " + sorted.get(STARTS - 1) + ", median " + median;
  }
}
