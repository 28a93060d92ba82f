// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.StepsProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** {@code CpuCycles} selects once: what comes later is not for it, and that is said once. */
class EarlySelectionIT {

  private static final Logger LOGGER = Logger.getLogger("org.cyclecounter.selector");

  @TempDir Path storage;

  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private List<String> warningsWith(String words) {
    return warnings.stream().filter(warning -> warning.contains(words)).toList();
  }

  @BeforeEach
  void listen() {
    LOGGER.setFilter(line -> line.getLevel() != Level.WARNING || warnings.add(line.getMessage()));
    System.setProperty(StepsProvider.STEPS, "1000");
  }

  @AfterEach
  void stopListening() {
    LOGGER.setFilter(null);
    System.clearProperty(StepsProvider.STEPS);
  }

  @Test
  void providersThatComeTooLateForAProgramsOwnSelectionAreNamedOnce() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR).get(1);
      assertThat(Ours.selectedOnce(selector)).isEqualTo("default-monotonic");
      assertThat(Ours.selectedOnce(selector)).isEqualTo("default-monotonic");
      Ours.newest(container); // the services' own selection finds the same
      String none = "no counter in the container; install and start the bundles cyclecounter-";
      assertThat(warningsWith("no counter in the container; install and start")).hasSize(1);
      assertThat(Ours.reportLines(container))
          .singleElement()
          .asString()
          .startsWith("default-monotonic SELECTED fallback to System.nanoTime: " + none);
      assertThat(Ours.best(container).cycles()).isNotEqualTo(Ours.best(container).cycles());

      Bundle steps = container.install("steps", Ours.steps().bytes());
      steps.start();
      Ours.newest(container);
      String late = "before these bundles of counters were started: com.example.steps;";
      assertThat(warningsWith(late))
          .singleElement()
          .asString()
          .contains("use the service org.cyclecounter.CycleCounter");
      assertThat(Ours.names(container)).contains(StepsProvider.NAME + 0);
      assertThat(Ours.selectedOnce(selector)).isEqualTo("default-monotonic");
      Bundle misc = container.run("cyclecounter-misc").get(0);
      Ours.newest(container);
      assertThat(warningsWith("were started: ")).hasSize(1);

      selector.stop();
      misc.stop();
      selector.start(); // forgets what was early
      Ours.newest(container);
      misc.start(); // not too late for a service, nor for a later selection
      Ours.newest(container);
      Ours.selectedByBuilder(selector);
      for (Bundle again : List.of(steps, misc)) {
        again.stop();
        Ours.newest(container);
        again.start(); // the same classes
        Ours.newest(container);
      }
      assertThat(warningsWith("were started: ")).hasSize(1);
    }
  }
}
