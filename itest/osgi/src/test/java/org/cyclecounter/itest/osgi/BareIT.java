// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.osgi.Ours.COUNTER;
import static org.cyclecounter.itest.osgi.Ours.SOON;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** A framework with nothing but the project's bundles. */
class BareIT {

  @TempDir Path storage;

  @Test
  void aCounterIsThereSoonAndCounts() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run(Ours.COUNTERS[0], Ours.SELECTOR, Ours.API);
      container.run(List.of(Ours.COUNTERS).subList(1, 6).toArray(new String[0]));
      long startedNs = System.nanoTime();
      CycleCounter counter = Views.of(CycleCounter.class, container.await(COUNTER, SOON));
      System.out.println("a service after " + (System.nanoTime() - startedNs) / 1_000_000 + " ms");
      long first = counter.cycles();
      long start = counter.start();
      Thread.sleep(1);
      assertThat(counter.stop() - start).isPositive();
      assertThat(counter.cycles() - first).isPositive();
      assertThat(counter.cyclesPerSecond()).isPositive();
    }
  }

  @Test
  void everyHealthyCounterIsAServiceWithItsPropertiesTheWinnerFirst() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      Object report = container.await(Ours.REPORT, SOON);
      List<ServiceReference<?>> services = container.services(COUNTER, null);
      assertThat(Ours.names(container)).doesNotHaveDuplicates().contains("default-monotonic");
      assertThat(Ours.names(container).get(0)).isEqualTo(Views.call(report, "implementation"));
      List<String> healthy = new ArrayList<>();
      for (Object counter : (List<?>) Views.call(report, "counters")) {
        if (!"REJECTED".equals(Views.call(counter, "verdict").toString())) {
          healthy.add((String) Views.call(counter, "name"));
        }
      }
      assertThat(Ours.names(container)).containsExactlyInAnyOrderElementsOf(healthy);
      long precision = 0;
      for (ServiceReference<?> service : services) {
        CycleCounter counter =
            Views.of(CycleCounter.class, container.context().getService(service));
        assertThat(Ours.property(service, "implementation")).isEqualTo(counter.implementation());
        assertThat(Ours.property(service, "scope")).isEqualTo(counter.scope().name());
        assertThat(Ours.property(service, "kind")).isIn("ON_CORE", "OFF_CORE", "FIXED_RESOLUTION");
        assertThat(Ours.property(service, "counts"))
            .isIn("USER_CYCLES", "CORE_CYCLES", "TICKS", "TIME");
        assertThat(Ours.property(service, "persecond")).isEqualTo(counter.cyclesPerSecond());
        assertThat((Double) Ours.property(service, "scaling")).isPositive();
        assertThat(Ours.property(service, "version")).isEqualTo(Views.call(report, "version"));
        assertThat((Long) Ours.property(service, "precision")).isGreaterThanOrEqualTo(precision);
        precision = (Long) Ours.property(service, "precision");
        assertThat(service.getProperty("service.ranking")).isInstanceOf(Integer.class);
      }
      String clock = "(cyclecounter.implementation=default-monotonic)";
      assertThat(container.services(COUNTER, "(&(cyclecounter.counts=TIME)" + clock + ")"))
          .hasSize(1)
          .isEqualTo(container.services(COUNTER, clock));
      assertThat(container.services(COUNTER, "(cyclecounter.scope=SYSTEM)")).isNotEmpty();
    }
  }

  /** Java 17's way needs classes of the JDK that no bundle's loader finds. */
  @Test
  @Tag("c2")
  void readsAreLinkedInAContainerToo() throws Exception {
    int java = Runtime.version().feature();
    assumeTrue(java == 17 || java >= 24, "Java " + java + " does not link without an option");
    assumeTrue(NativeTicks.canBeLinked(), "nor on this platform");
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      assertThat(Ours.reportLines(container))
          .anyMatch(line -> line.contains("usable: "))
          .noneMatch(line -> line.contains("read through JNI"));
    }
  }

  @Test
  void withoutCountersThereIsOneOfLastResortWithAReason() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      CycleCounter counter = Views.of(CycleCounter.class, container.await(COUNTER, SOON));
      assertThat(counter.implementation()).isEqualTo("default-monotonic");
      assertThat(counter.cycles()).isNotEqualTo(counter.cycles());
      assertThat(Ours.names(container)).containsExactly("default-monotonic");
      assertThat(Ours.reportLines(container))
          .singleElement()
          .asString()
          .startsWith(
              "default-monotonic SELECTED fallback to System.nanoTime:"
                  + " no counter in the container; install and start the bundles "
                  + "cyclecounter-");
    }
  }

  @Test
  void bundlesThatAreStartedWithTheFrameworkAreSelectedFromOnce() throws Exception {
    try (Container container = Container.prepare(storage, Map.of())) {
      container.run(Ours.API, Ours.SELECTOR);
      container.run(Ours.COUNTERS);
      container.start();
      container.await(COUNTER, SOON);
      Object report = container.await(Ours.REPORT, SOON);
      Ours.awaitNewest(container);
      assertThat(container.await(Ours.REPORT, SOON)).isSameAs(report);
    }
  }

  @Test
  void theStaticWayInFindsTheBundlesCounters() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = Ours.runAll(container).get(1);
      Class<?> cpuCycles = selector.loadClass("org.cyclecounter.selector.CpuCycles");
      assertThat(Views.callStatic(cpuCycles, "implementation")).isNotEqualTo("default-zero");
      Object builder =
          Views.callStatic(
              selector.loadClass("org.cyclecounter.selector.CycleCounterSelector"), "builder");
      Object selected = Views.call(Views.call(builder, "build"), "select");
      CycleCounter counter = Views.of(CycleCounter.class, Views.call(selected, "counter"));
      assertThat(counter.implementation()).isNotEqualTo("default-zero");
    }
  }

  @Test
  void aStoppedSelectorLeavesNothingRunning() throws Exception {
    // Other tests' third-party counters may still be open: the garbage collector closes them.
    Set<Thread> earlier = Thread.getAllStackTraces().keySet();
    try (Container container = Container.start(storage)) {
      Bundle selector = Ours.runAll(container).get(1);
      for (long waitMs : new long[] {0, 60, 100, 200, 3000}) { // before, in and after a selection
        selector.start();
        Thread.sleep(waitMs);
        selector.stop();
        assertThat(ourThreads(earlier)).doesNotContain("cyclecounter-osgi");
        // A step of the selection that was interrupted may take a moment to end on a busy machine.
        Container.await(() -> ourThreads(earlier).isEmpty(), SOON, "end of " + ourThreads(earlier));
        assertThat(container.services(COUNTER, null)).isEmpty();
        assertThat(container.services(Ours.REPORT, null)).isEmpty();
      }
      selector.start();
      container.await(COUNTER, SOON);
    }
  }

  private static List<String> ourThreads(Set<Thread> earlier) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !earlier.contains(thread))
        .map(Thread::getName)
        .filter(name -> name.startsWith("cyclecounter"))
        .toList();
  }
}
