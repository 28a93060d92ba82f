// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.cyclecounter.CycleCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** A user's own counters as bundles that know nothing of OSGi: {@code distribution/templates}. */
class ExamplesIT {

  private static final String COUNTER = "org.cyclecounter.CycleCounter";
  private static final String NAME = "cyclecounter.implementation";
  private static final String STEP = "com.example.simulated.step";

  /** Of a selection, which may start a child JVM on a busy machine. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path storage;
  private Container container;

  @BeforeEach
  void start() throws Exception {
    container = Container.start(storage);
    container.run("cyclecounter-api", "cyclecounter-selector", "cyclecounter-os");
    // Not the selector's own clock, of a selection that was made before the last bundle was
    // started.
    counter("thread-cputime");
  }

  @AfterEach
  void stop() throws Exception {
    System.clearProperty(STEP);
    container.close();
  }

  private CycleCounter counter(String name) throws InterruptedException {
    return Views.of(
        CycleCounter.class, container.await(COUNTER, "(" + NAME + "=" + name + ")", LIMIT));
  }

  private ServiceReference<?> best() {
    return container.services(COUNTER, null).get(0);
  }

  private void awaitBest(String name) throws InterruptedException {
    Container.await(() -> name.equals(best().getProperty(NAME)), LIMIT, "selection of " + name);
  }

  private static void counts(CycleCounter counter) {
    long first = counter.cycles();
    long last = first;
    for (int i = 0; i < 1000; i++) {
      long now = counter.cycles();
      assertThat(now - last).isNotNegative();
      last = now;
    }
    assertThat(last - first).isPositive();
  }

  @Test
  void plainJava() throws Exception {
    container.run("example-simulated");
    CycleCounter counter = counter("simulated-cycles");
    long first = counter.cycles();
    // A step, and more where the thread waited for 0.4 ms between the two.
    assertThat(counter.cycles() - first).isPositive().matches(cycles -> cycles % 1000 == 0);
  }

  @Test
  void jna() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "the example reads a clock of Linux's");
    container.run("jna-jpms", "example-rawclock");
    counts(counter("raw-clock"));
  }

  @Test
  void c() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").matches("amd64|aarch64"),
        "the example's C code is built for Linux on x86-64 and aarch64");
    container.run("example-ordered");
    counts(counter("ordered-ticks"));
  }

  @Test
  void aBetterCounterDroppedInWinsAndTheEarlierWinnerReturnsWhenItLeaves() throws Exception {
    String earlier = (String) best().getProperty(NAME);
    Object held = container.context().getService(best());
    System.setProperty(STEP, "1");
    Bundle example = container.run("example-simulated").get(0);
    awaitBest("simulated-cycles");
    assertThat(best().getProperty("cyclecounter.precision")).isEqualTo(1L);
    CycleCounter simulated = Views.of(CycleCounter.class, container.context().getService(best()));

    example.uninstall();
    awaitBest(earlier);
    assertThat(container.services(COUNTER, "(" + NAME + "=simulated-cycles)")).isEmpty();
    // Whoever holds either of them goes on counting.
    counts(simulated);
    counts(Views.of(CycleCounter.class, held));

    container.run("example-simulated");
    awaitBest("simulated-cycles");
  }

  @Test
  void aCounterThatIsNotBetterChangesNothing() throws Exception {
    ServiceReference<?> before = best();
    container.run("example-simulated");
    counter("simulated-cycles");
    assertThat(best().getProperty(NAME)).isNotEqualTo("simulated-cycles");
    assertThat(before.getBundle()).as("the earlier winner's service is still there").isNotNull();
  }
}
