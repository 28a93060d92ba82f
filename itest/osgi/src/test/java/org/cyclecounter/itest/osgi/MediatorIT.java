// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aries SPI Fly copies listed providers into services; none may be counted twice. */
class MediatorIT {

  private static final String[] SPI_FLY = {
    "asm",
    "asm-commons",
    "asm-util",
    "asm-tree",
    "asm-analysis",
    "org.apache.aries.spifly.dynamic.bundle"
  };

  @TempDir Path storage;

  @ParameterizedTest
  @ValueSource(strings = {"msp", "mps", "smp", "spm", "pms", "psm"})
  void anyOrderOfMediatorSelectorAndProvidersGivesOneOfEach(String order) throws Exception {
    try (Container container = Container.start(storage)) {
      container.install(Ours.API);
      for (char step : order.toCharArray()) {
        switch (step) {
          case 'm' -> container.run(SPI_FLY);
          case 's' -> container.run(Ours.SELECTOR);
          default -> container.run(Ours.COUNTERS);
        }
        Thread.sleep(150); // so that each step may be selected from
      }
      Container.await(
          () -> container.services(Ours.SPI, "(serviceloader.mediator=*)").size() == 6,
          Ours.SOON,
          "the mediator's copy of each provider");
      Container.await(
          () -> Ours.names(container).contains("default-gettimeofday"),
          Ours.SOON,
          "selection of all");
      Ours.awaitNewest(container);
      Ours.awaitOneOfEach(container);
      assertThat(Ours.reportLines(container))
          .noneMatch(line -> line.contains("an earlier provider"));
    }
  }

  @Test
  void aProviderThatIsListedAndRegisteredIsCountedOnce() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      container.run(SPI_FLY);
      container.install("clock", Ours.registeredClock().bytes()).start();
      Ours.awaitBest(container, "example-clock");
      List<String> lines = new ArrayList<>(Ours.reportLines(container));
      assertThat(lines).filteredOn(line -> line.contains("lock")).hasSize(1);
    }
  }
}
