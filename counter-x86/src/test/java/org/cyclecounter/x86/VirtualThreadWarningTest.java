// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The warning about a counter of threads that virtual threads read. */
class VirtualThreadWarningTest {

  @BeforeAll
  static void isPackaged() {
    ScriptedEvents.assumePackaged();
  }

  /** Each warning is logged by a thread that was started before the read returned. */
  private static void joinLoggingThreads() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("cyclecounter-warning")) {
        thread.join();
      }
    }
  }

  @Test
  void warnsOnceOfReadsInVirtualThreads() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "this Java has no virtual threads");
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("org.cyclecounter");
    logger.setFilter(warnings::add);
    try {
      TickSource source = ScriptedEvents.begin(true, 1).open();
      Thread platform = new Thread(source::ticks);
      platform.start();
      platform.join();
      for (int i = 0; i < 3; i++) {
        ((Thread) start.invoke(null, (Runnable) source::ticks)).join();
      }
      joinLoggingThreads();
      assertThat(warnings).hasSize(1);
      LogRecord warning = warnings.get(0);
      assertThat(warning.getLevel()).isEqualTo(Level.WARNING);
      assertThat(warning.getMessage())
          .startsWith("scripted-events is read in a virtual thread")
          .contains("Builder.minimumScope(Scope.SYSTEM)", "--scope system");
    } finally {
      logger.setFilter(null);
    }
  }
}
