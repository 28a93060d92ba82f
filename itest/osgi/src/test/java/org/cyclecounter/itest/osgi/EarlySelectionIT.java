// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.osgi.Ours.SOON;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** {@code CpuCycles} selects once: what comes later is not for it, and that is said once. */
class EarlySelectionIT {

  private static final Logger LOGGER = Logger.getLogger("org.cyclecounter.selector");

  @TempDir Path storage;

  private final Messages messages = new Messages();

  private static final class Messages extends Handler {
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord record) {
      if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(record.getMessage());
      }
    }

    List<String> with(String words) {
      return warnings.stream().filter(warning -> warning.contains(words)).toList();
    }

    @Override
    public void flush() {
      // Nothing is kept back.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @BeforeEach
  void listen() {
    LOGGER.addHandler(messages);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(messages);
  }

  private static String selectedOnce(Bundle selector) throws Exception {
    Class<?> cpuCycles = selector.loadClass("org.cyclecounter.selector.CpuCycles");
    return (String) Views.callStatic(cpuCycles, "implementation");
  }

  /** Without being given it, so that it is closed with the container. */
  private static void awaitClock(Container container) throws InterruptedException {
    Container.await(
        () -> Ours.reports(container, "example-clock "), SOON, "a selection with the clock");
  }

  private static ServiceReference<?> report(Container container) throws InterruptedException {
    AtomicReference<ServiceReference<?>> found = new AtomicReference<>();
    Container.await( // it is absent while it is exchanged
        () -> {
          container.services(Ours.REPORT, null).forEach(found::set);
          return found.get() != null;
        },
        SOON,
        "report");
    return found.get();
  }

  /** Waits for the selection after the one that was reported so. */
  private static void awaitOther(Container container, ServiceReference<?> before)
      throws InterruptedException {
    Container.await(
        () -> {
          List<ServiceReference<?>> now = container.services(Ours.REPORT, null);
          return now.size() == 1 && !now.get(0).equals(before);
        },
        SOON,
        "another selection");
  }

  @Test
  void bundlesThatComeAfterCpuCyclesHasSelectedAreNamedOnce() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os").get(1);
      Container.await(() -> Ours.reports(container, "default-monotonic "), SOON, "first selection");
      String selected = selectedOnce(selector);
      assertThat(messages.with("CpuCycles")).isEmpty();
      container.install("clock", Ours.clock().bytes()).start();
      awaitClock(container);
      assertThat(messages.with("CpuCycles"))
          .singleElement()
          .asString()
          .contains(
              "before these bundles of counters were started: com.example.clock;",
              "use the service org.cyclecounter.CycleCounter");
      assertThat(selectedOnce(selector)).isEqualTo(selected).isNotEqualTo("example-clock");
      ServiceReference<?> report = report(container);
      container.run("cyclecounter-misc");
      awaitOther(container, report);
      assertThat(messages.with("CpuCycles")).hasSize(1);
    }
  }

  @Test
  void withoutAnyProviderThatIsSaidAtOnceAndReported() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR).get(1);
      assertThat(selectedOnce(selector)).isEqualTo("default-monotonic");
      assertThat(selectedOnce(selector)).isEqualTo("default-monotonic");
      container.await(Ours.REPORT, SOON); // the services' own selection finds the same
      assertThat(messages.with("no counter in the container; install and start")).hasSize(1);
      assertThat(Ours.reportLines(container)).anyMatch(line -> line.contains("no counter in the"));
      container.install("clock", Ours.clock().bytes()).start();
      awaitClock(container);
      assertThat(messages.with("were started: com.example.clock;")).hasSize(1);
    }
  }

  @Test
  void nothingIsSaidToThoseWhoSelectLaterOrTakeTheService() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os").get(1);
      Container.await(() -> Ours.reports(container, "default-monotonic "), SOON, "first selection");
      ServiceReference<?> first = report(container);
      Bundle late = container.run("cyclecounter-misc").get(0); // not too late for a service
      awaitOther(container, first);
      selectedOnce(selector);
      ServiceReference<?> second = report(container);
      late.stop();
      awaitOther(container, second);
      ServiceReference<?> third = report(container);
      late.start(); // the same classes again
      awaitOther(container, third);
      assertThat(messages.with("CpuCycles")).isEmpty();
    }
  }
}
