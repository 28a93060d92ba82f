// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.cyclecounter.CycleCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Aries SPI Fly copies listed providers into services; none may be counted twice, whichever bundle
 * comes first. A plain build has {@code FullStackIT}'s order.
 */
@Tag("long")
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
        if (!container.services(Ours.SELECTION, null).isEmpty()) {
          Ours.newest(container); // so that each step is selected from
        }
      }
      Container.await(
          () -> container.services(Ours.SPI, "(serviceloader.mediator=*)").size() == 6,
          "the mediator's copy of each provider");
      Ours.newest(container);
      assertThat(container.services(CycleCounter.class.getName(), "(serviceloader.mediator=*)"))
          .as("the selected counter, which the selector has published already")
          .isEmpty();
      assertThat(Ours.names(container)).doesNotHaveDuplicates().contains("default-gettimeofday");
      assertThat(Ours.reportLines(container))
          .noneMatch(line -> line.contains("an earlier provider"));
    }
  }
}
