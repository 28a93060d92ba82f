// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.cyclecounter.diagnostics.osgi.PageMeasurement;
import org.cyclecounter.diagnostics.osgi.PageMeasurement.Status;
import org.junit.jupiter.api.Test;

/** The thread that measures. */
class PageMeasurementTest {

  private static final String NAME = "cyclecounter-webconsole";
  private static final long LIMIT_S = 120;

  private final ScriptedPage page = new ScriptedPage();
  private final PageMeasurement measuring = new PageMeasurement(page);

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(NAME))
        .count();
  }

  @Test
  void runsOneThreadWhileItMeasuresAndNoneAfterwards() throws Exception {
    assertThat(threads()).isZero();
    assertThat(measuring.state().status()).isEqualTo(Status.NONE);
    for (int i = 0; i < 10; i++) {
      measuring.start();
    }
    assertThat(page.halfway.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    assertThat(threads()).isEqualTo(1);
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals(NAME))
        .allMatch(Thread::isDaemon)
        .as("keeps no request's class loader")
        .allMatch(thread -> thread.getContextClassLoader() == null);
    page.goOn.countDown();
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
    while (threads() > 0) {
      assertThat(System.nanoTime()).isLessThan(endNs);
      Thread.sleep(5);
    }
    assertThat(measuring.state().status()).isEqualTo(Status.DONE);
    assertThat(page.measurements).hasValue(1);
  }

  @Test
  void closingEndsAMeasurementAndNoneBeginsAfterwards() throws Exception {
    measuring.start();
    assertThat(page.halfway.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    measuring.close();
    assertThat(threads()).isZero();
    assertThat(page.measured).isFalse();
    measuring.start();
    assertThat(threads()).isZero();
    assertThat(page.measurements).hasValue(1);
  }

  @Test
  void closingKeepsTheInterruptOfWhoeverCloses() throws Exception {
    measuring.start();
    assertThat(page.halfway.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    Thread.currentThread().interrupt();
    measuring.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(threads()).isZero();
  }
}
