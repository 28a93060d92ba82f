// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.clock.ClockProvider;
import com.example.clock.StepsProvider;
import com.example.clock.StuckProvider;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.cyclecounter.CycleCounter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/**
 * Somebody else's provider comes, is used, is lost, and goes; or hangs, throws, or is not there.
 * One container serves all tests.
 */
class ProvidersIT {

  private static final String CLOCK = "example-clock";
  private static final String INCLUDE = "org.cyclecounter.include";

  private static final Logger LOGGER = Logger.getLogger("org.cyclecounter.selector");

  /** The build sets it for all tests here. */
  private static final String PROBE_SECONDS = "org.cyclecounter.probe.seconds";

  @TempDir private static Path storage;
  private static Container container;
  private static Bundle selector;

  private final List<Bundle> installed = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    container = Container.start(storage);
    selector = container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os").get(1);
  }

  @AfterAll
  static void stop() throws Exception {
    container.close();
  }

  @AfterEach
  void giveBack() throws Exception {
    System.clearProperty(ClockProvider.COUNT);
    System.clearProperty(StepsProvider.STEPS);
    for (Bundle bundle : installed) {
      bundle.uninstall();
    }
    container.refresh();
    Ours.newest(container);
  }

  private Bundle start(BundleJar jar) throws Exception {
    Bundle bundle = container.install("bundle-" + installed.size(), jar.bytes());
    installed.add(bundle);
    bundle.start();
    return bundle;
  }

  @Test
  void listedProviderWinsAndItsCounterCanStillBeReadWhenItIsGone() throws Exception {
    String earlier = Ours.best(container).implementation();
    Bundle bundle = start(Ours.clock());
    CycleCounter clock = Ours.best(container, CLOCK);
    long first = clock.cycles();
    bundle.stop();
    assertThat(Ours.names(container)).contains(earlier).doesNotContain(CLOCK); // at once
    container.refresh(bundle);
    assertThat(clock.cycles() - first).isPositive();
  }

  @Test
  void registeredProviderIsSelectedOnceAndGoesWithItsService() throws Exception {
    Bundle bundle = start(Ours.registeredClock()); // which lists it, too
    Ours.best(container, CLOCK);
    assertThat(Ours.reportLines(container))
        .noneMatch(line -> line.contains("earlier provider"))
        .filteredOn(line -> line.matches(".*(example-clock|ClockProvider).*"))
        .hasSize(1);
    bundle.stop();
    assertThat(Ours.names(container)).doesNotContain(CLOCK);
    Ours.newest(container);
    assertThat(Ours.best(container).implementation()).isNotEqualTo(CLOCK);
  }

  @Test
  void selectionServiceSelectsAgainAndKeepsTheNewest() throws Exception {
    Object newest = Ours.newest(container);
    Object again = Ours.select(container);
    assertThat(Views.call(again, "report")).isNotSameAs(Views.call(newest, "report"));
    Object service = container.await(Ours.SELECTION);
    Object current = Views.call(Views.call(service, "current"), "orElseThrow");
    assertThat(Views.call(current, "report")).isSameAs(Views.call(again, "report"));
  }

  @Test
  void countersRankedAsBeforeKeepTheirServicesAndTheRestAreReplaced() throws Exception {
    System.setProperty(INCLUDE, "default-monotonic,example-steps-0,example-steps-1");
    System.setProperty(StepsProvider.STEPS, "10000,20000");
    try {
      selector.stop();
      selector.start(); // reads the properties
      start(Ours.steps());
      Ours.select(container);
      List<ServiceReference<?>> before = container.services(Ours.COUNTER, null);
      Ours.select(container);
      assertThat(container.services(Ours.COUNTER, null)).hasSize(3).isEqualTo(before);
      System.setProperty(StepsProvider.STEPS, "20000,10000");
      Ours.select(container);
      assertThat(Ours.names(container))
          .containsExactly("default-monotonic", "example-steps-1", "example-steps-0");
      assertThat(container.services(Ours.COUNTER, null))
          .startsWith(before.get(0))
          .doesNotContain(before.get(1), before.get(2));
    } finally {
      System.clearProperty(INCLUDE);
      selector.stop();
      selector.start();
    }
  }

  @Test
  void sourceIsClosedOnceNobodyHoldsItsCounter() throws Exception {
    // A count of this test's own: sources of earlier tests are closed when garbage is collected.
    System.setProperty(ClockProvider.COUNT, "held");
    String open = ClockProvider.OPEN + "held";
    Bundle bundle = start(Ours.registeredClock());
    Ours.newest(container);
    assertThat(Ours.names(container)).contains(CLOCK);
    assertThat(System.getProperty(open)).isEqualTo("1");
    bundle.stop();
    Ours.newest(container);
    assertThat(System.getProperty(open)).as("nobody was given the counter").isEqualTo("0");
    bundle.start();
    CycleCounter clock = Ours.best(container, CLOCK);
    bundle.stop();
    Ours.newest(container);
    awaitCollection();
    assertThat(clock.cycles()).isNotZero();
    assertThat(System.getProperty(open)).as("the counter is held").isEqualTo("1");
    clock = null;
    Container.await(
        () -> {
          System.gc();
          return "0".equals(System.getProperty(open));
        },
        "end of the clock's source");
  }

  /** Waits until something unreachable has been collected and cleaned. */
  private static void awaitCollection() throws Exception {
    CountDownLatch cleaned = new CountDownLatch(1);
    Cleaner.create().register(new Object(), cleaned::countDown);
    Container.await(
        () -> {
          System.gc();
          return cleaned.getCount() == 0;
        },
        "collection of garbage");
  }

  @Tag("long")
  @Test
  void countersOfTheTemplatesCount() throws Exception {
    boolean isLinux = System.getProperty("os.name").equals("Linux");
    assumeTrue(
        isLinux && System.getProperty("os.arch").matches("amd64|aarch64"),
        "the template's C code is built for Linux on x86-64 and aarch64");
    installed.addAll(
        container.run("jna-jpms", "example-simulated", "example-rawclock", "example-ordered"));
    Ours.newest(container);
    for (String name : List.of("simulated-cycles", "raw-clock", "ordered-ticks")) {
      String filter = "(cyclecounter.implementation=" + name + ")";
      assertThat(container.services(Ours.COUNTER, filter))
          .as(() -> String.join("\n", Ours.reportLines(container)))
          .hasSize(1);
      CycleCounter counter = Views.of(CycleCounter.class, container.await(Ours.COUNTER, filter));
      long first = counter.cycles();
      long last = first;
      for (int i = 0; i < 1000; i++) {
        long now = counter.cycles();
        assertThat(now - last).isNotNegative();
        last = now;
      }
      assertThat(last - first).isPositive();
    }
  }

  /** In the report, and with one warning for several selections. */
  @Tag("long")
  @Test
  void plainJarIsRejectedWithThePackageToImport() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    LOGGER.setFilter(line -> line.getLevel() != Level.WARNING || warnings.add(line.getMessage()));
    String type = ClockProvider.class.getName();
    String sentence = "the bundle imports no package org.cyclecounter.spi; add Import-Package:";
    try {
      String started = start(Ours.withClock(BundleJar.plain())).toString();
      Ours.newest(container);
      Ours.select(container);
      String line =
          "%s REJECTED the provider %s of the bundle bundle-0 0.0.0 failed: %s"
              .formatted(CLOCK, type, sentence);
      assertThat(Ours.reportLines(container)).anyMatch(reported -> reported.startsWith(line));
      assertThat(warnings)
          .singleElement()
          .asString()
          .startsWith(type + " of " + started + ": " + sentence);
    } finally {
      LOGGER.setFilter(null);
    }
  }

  @Test
  void providerThatNeverReturnsHoldsUpOneSelectionAndNoStop() throws Exception {
    String stuckType = StuckProvider.class.getName();
    String patient = System.setProperty(PROBE_SECONDS, "1");
    Bundle stuck;
    try {
      stuck =
          start(
              BundleJar.named("com.example.stuck")
                  .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
                  .file("META-INF/services/" + Ours.SPI, stuckType)
                  .classes(StuckProvider.class));
      Ours.newest(container);
    } finally {
      System.setProperty(PROBE_SECONDS, patient);
    }
    assertThat(Ours.reportLines(container))
        .anyMatch(line -> line.startsWith(stuckType + " REJECTED"));
    start(Ours.registeredClock());
    Ours.best(container, CLOCK);
    assertThat(Ours.names(container)).contains("default-monotonic");
    Container.await(this::isRejectedUnasked, "rejection without another child JVM");
    stuck.stop();
    stuck.start(); // made anew, in the selection that is stopped
    Container.await(
        () -> ProcessHandle.current().children().findAny().isPresent(), "child JVM that hangs");
    selector.stop();
    Container.await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("cyclecounter-osgi")),
        "end of the selector's thread");
    stuck.stop();
    selector.start();
  }

  /** On a busy machine a selection or two may pass before a child JVM has got so far as to hang. */
  private boolean isRejectedUnasked() throws Exception {
    Ours.select(container);
    return Ours.reportLines(container).stream()
        .anyMatch(line -> line.contains("in an earlier selection; stop the bundle"));
  }
}
