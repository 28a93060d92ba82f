// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class RunWarningsTest {

  private final List<String> logged = new ArrayList<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry.getLevel() + ": " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Test
  void logsProblemOfThisMachineOnceAndTellsEachListener() {
    Logger logger = Logger.getLogger("org.cyclecounter.bench");
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      new RunWarnings(null).wrongOnce("no cycles here");
      new RunWarnings(null).wrongOnce("no cycles here");
      new RunWarnings(null).wrongOnce("no clock here");
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    assertThat(logged).containsExactly("WARNING: No cycles here.", "WARNING: No clock here.");
    List<String> told = new ArrayList<>();
    new RunWarnings(told::add).wrongOnce("no cycles here");
    new RunWarnings(told::add).wrongOnce("no cycles here");
    assertThat(told).containsExactly("No cycles here.", "No cycles here.");
  }
}
