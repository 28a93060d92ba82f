// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.osgi.Ours.SOON;

import com.example.clock.ClockProvider;
import com.example.clock.FailingProvider;
import com.example.clock.StepsProvider;
import com.example.clock.StuckProvider;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** Somebody else's provider comes, is used, is lost, and goes. */
class ProvidersIT {

  /** The build sets it for all tests here. */
  private static final String PROBE_SECONDS = "org.cyclecounter.probe.seconds";

  private static final String INCLUDE = "org.cyclecounter.include";

  @TempDir Path storage;

  @AfterEach
  void giveBack() {
    System.clearProperty(ClockProvider.LOST);
    System.clearProperty(ClockProvider.COUNT);
    System.clearProperty(StepsProvider.STEPS);
    System.clearProperty(INCLUDE);
  }

  @Test
  void aListedProviderWinsAndTheOldCounterCanStillBeReadWhenItGoes() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      container.await(Ours.REPORT, SOON);
      String before = Ours.names(container).get(0);
      Bundle bundle = container.install("clock", Ours.clock().bytes());
      bundle.start();
      CycleCounter clock = Ours.awaitBest(container, "example-clock");
      long first = clock.cycles();
      bundle.uninstall();
      container.refresh();
      Container.await(
          () -> !Ours.names(container).contains("example-clock"), SOON, "end of the service");
      assertThat(Ours.names(container)).contains(before);
      assertThat(clock.cycles() - first).isPositive();
    }
  }

  @Test
  void aRegisteredProviderIsSelectedAndGoesWithItsService() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      Bundle bundle = container.install("clock", Ours.registeredClock().bytes());
      bundle.start();
      Ours.awaitBest(container, "example-clock");
      assertThat(Ours.reportLines(container)).noneMatch(line -> line.contains("earlier provider"));
      bundle.stop();
      Container.await(
          () -> !Ours.names(container).contains("example-clock"), SOON, "end of the service");
      assertThat(Ours.best(container).implementation()).isNotEqualTo("example-clock");
    }
  }

  @Test
  void theSelectionServiceWaitsForASelectionUnderWayAndSelectsAgain() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      Object service = container.await(Ours.SELECTION, SOON);
      container.install("clock", Ours.clock().bytes()).start();
      Object newest = Views.call(service, "newest"); // the bundle's start has requested one
      assertThat(Views.call(Views.call(newest, "report"), "implementation"))
          .isEqualTo("example-clock");
      assertThat(Views.call(newest, "instruction", "amd64-tsc")).isIn("", "RDTSC");
      Object again = Views.call(service, "select");
      assertThat(Views.call(again, "report")).isNotSameAs(Views.call(newest, "report"));
      Object current = Views.call(Views.call(service, "current"), "orElseThrow");
      assertThat(Views.call(current, "report")).isSameAs(Views.call(again, "report"));
    }
  }

  @Test
  void whatComesFirstAgainKeepsItsServiceAndTheRestIsReplaced() throws Exception {
    System.setProperty(INCLUDE, "default-monotonic,example-steps-0,example-steps-1");
    System.setProperty(StepsProvider.STEPS, "10000,20000");
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os");
      container.install("steps", Ours.steps().bytes()).start();
      Object service = container.await(Ours.SELECTION, SOON);
      Views.call(service, "select");
      List<ServiceReference<?>> before = container.services(Ours.COUNTER, null);
      Views.call(service, "select");
      assertThat(container.services(Ours.COUNTER, null)).hasSize(3).isEqualTo(before);
      System.setProperty(StepsProvider.STEPS, "20000,10000");
      Views.call(service, "select");
      assertThat(Ours.names(container))
          .containsExactly("default-monotonic", "example-steps-1", "example-steps-0");
      assertThat(container.services(Ours.COUNTER, null))
          .startsWith(before.get(0))
          .doesNotContain(before.get(1), before.get(2));
    }
  }

  @Test
  void aCounterThatIsLostInUseHasItsServiceTellOfTheNext() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      container.install("clock", Ours.clock().bytes()).start();
      CycleCounter clock = Ours.awaitBest(container, "example-clock");
      String second = Ours.names(container).get(1);
      ServiceReference<?> service = best(container);
      long first = clock.cycles();
      System.setProperty(ClockProvider.LOST, "true");
      assertThat(clock.cycles() - first).isPositive();
      Container.await(
          () -> second.equals(Ours.property(service, "implementation")), SOON, "new properties");
      assertThat(clock.implementation()).isEqualTo(second);
      assertThat(best(container)).isEqualTo(service);
      Container.await(
          () -> Ours.names(container).stream().filter(second::equals).count() == 1,
          SOON,
          "one service only of " + second);
      Container.await(
          () ->
              Ours.reports(
                  container, "example-clock REJECTED lost while it was in use: taken away"),
          SOON,
          "report of the loss");
    }
  }

  @Test
  void whatNobodyWasGivenIsClosedAtOnceAndTheRestWhenNobodyHoldsIt() throws Exception {
    // A count of this test's own: sources of earlier tests are closed when garbage is collected.
    System.setProperty(ClockProvider.COUNT, storage.toString());
    String open = ClockProvider.OPEN + storage;
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      Bundle bundle = container.install("clock", Ours.clock().bytes());
      bundle.start();
      Container.await(
          () -> Ours.names(container).contains("example-clock"), SOON, "the clock's service");
      assertThat(System.getProperty(open)).isEqualTo("1");
      bundle.stop();
      Container.await(() -> "0".equals(System.getProperty(open)), SOON, "end of an unused source");
      bundle.start();
      CycleCounter clock = Ours.awaitBest(container, "example-clock");
      bundle.stop();
      Ours.awaitBest(container, "default-monotonic");
      System.gc();
      Thread.sleep(100);
      assertThat(System.getProperty(open)).isEqualTo("1");
      assertThat(clock.cycles()).isNotZero();
      clock = null;
      Container.await(
          () -> {
            System.gc();
            return "0".equals(System.getProperty(open));
          },
          SOON,
          "end of the clock's source");
    }
  }

  @Test
  void aProviderThatNeverReturnsHoldsUpNeitherTheSelectionNorTheEndMoreThanOnce() throws Exception {
    String patient = System.setProperty(PROBE_SECONDS, "1");
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os").get(1);
      Bundle stuck =
          container.install(
              "stuck",
              BundleJar.named("com.example.stuck")
                  .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
                  .file("META-INF/services/" + Ours.SPI, StuckProvider.class.getName())
                  .classes(StuckProvider.class)
                  .bytes());
      stuck.start();
      Container.await(
          () -> Ours.reports(container, "com.example.clock.StuckProvider REJECTED"),
          SOON,
          "reason");
      assertThat(Ours.names(container)).contains("default-monotonic");
      container.install("clock", Ours.clock().bytes()).start();
      Ours.awaitBest(container, "example-clock");
      assertThat(Ours.reportLines(container))
          .anyMatch(line -> line.contains("in an earlier selection; stop the bundle"));
      stuck.stop();
      stuck.start(); // made anew, in the selection that is stopped
      Thread.sleep(300);
      selector.stop();
      assertThat(Thread.getAllStackTraces().keySet())
          .noneMatch(thread -> thread.getName().equals("cyclecounter-osgi"));
    } finally {
      System.setProperty(PROBE_SECONDS, patient);
      System.setProperty("com.example.clock.free", "true");
    }
  }

  @Test
  void aProviderThatCannotBeMadeIsReportedWithItsBundleAndItsMistake() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os");
      String lines = FailingProvider.class.getName() + "\ncom.example.clock.Clok\n";
      container
          .install(
              "failing",
              BundleJar.named("com.example.failing")
                  .header(Constants.BUNDLE_VERSION, "1.2.3")
                  .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
                  .file("META-INF/services/" + Ours.SPI, lines)
                  .classes(FailingProvider.class)
                  .bytes())
          .start();
      String begin = " REJECTED the provider %s of the bundle com.example.failing 1.2.3 failed: ";
      String failing = FailingProvider.class.getName();
      Container.await(
          () ->
              Ours.reports(
                  container,
                  failing
                      + begin.formatted(failing)
                      + "its constructor threw java.lang.IllegalStateException: no device at "
                      + failing),
          SOON,
          "what the constructor threw");
      assertThat(Ours.reportLines(container))
          .anyMatch(
              line ->
                  line.startsWith(
                          "com.example.clock.Clok" + begin.formatted("com.example.clock.Clok"))
                      && line.endsWith(
                          "is not found; correct the name, or put the class on the path"));
    }
  }

  private static ServiceReference<?> best(Container container) {
    return container.services(Ours.COUNTER, null).get(0);
  }
}
