// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The warning about a counter of threads that virtual threads read. */
class VirtualThreadWarningTest {

  /** Keeps what is logged. */
  private static final class Keeping extends Handler {
    private final BlockingQueue<LogRecord> warnings;

    Keeping(BlockingQueue<LogRecord> warnings) {
      this.warnings = warnings;
    }

    @Override
    public void publish(LogRecord record) {
      warnings.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeAll
  static void isPackaged() {
    ScriptedEvents.assumePackaged();
  }

  @Test
  void aReadInAVirtualThreadIsWarnedOfOnce() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "this Java has no virtual threads");
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    BlockingQueue<LogRecord> warnings = new LinkedBlockingQueue<>();
    Handler handler = new Keeping(warnings);
    Logger logger = Logger.getLogger("org.cyclecounter");
    logger.addHandler(handler);
    try {
      TickSource source = ScriptedEvents.begin(true, 1).open();
      Thread platform = new Thread(source::ticks);
      platform.start();
      platform.join();
      for (int i = 0; i < 3; i++) {
        ((Thread) start.invoke(null, (Runnable) source::ticks)).join();
      }
      LogRecord warning = warnings.poll(10, TimeUnit.SECONDS);
      assertThat(warning).isNotNull();
      assertThat(warning.getLevel()).isEqualTo(Level.WARNING);
      assertThat(warning.getMessage())
          .startsWith("scripted-events is read in a virtual thread")
          .contains("Builder.minimumScope(Scope.SYSTEM)", "--scope system");
      assertThat(warnings.poll(100, TimeUnit.MILLISECONDS)).isNull();
    } finally {
      logger.removeHandler(handler);
    }
  }
}
