// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.FailingProvider;
import com.example.clock.StuckProvider;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/** Somebody else's provider hangs, throws, or is not there. */
class FailingProvidersIT extends ProviderTests {

  /** The build sets it for all tests here. */
  private static final String PROBE_SECONDS = "org.cyclecounter.probe.seconds";

  /** It knows nothing of OSGi and lists its class, as the providers of the templates do. */
  private static BundleJar listing(String bundle, String types, Class<?> type) {
    return BundleJar.named(bundle)
        .header(Constants.BUNDLE_VERSION, "1.2.3")
        .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
        .file("META-INF/services/" + Ours.SPI, types)
        .classes(type);
  }

  @Test
  void providerThatNeverReturnsHoldsUpOneSelectionAndNoStop() throws Exception {
    String stuckType = StuckProvider.class.getName();
    String patient = System.setProperty(PROBE_SECONDS, "1");
    Bundle stuck;
    try {
      stuck = start(listing("com.example.stuck", stuckType, StuckProvider.class));
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

  @Test
  void providerThatCannotBeMadeIsReportedWithItsBundleAndItsMistake() throws Exception {
    String failing = FailingProvider.class.getName();
    String missing = "com.example.clock.Clok";
    start(listing("com.example.failing", failing + "\n" + missing + "\n", FailingProvider.class));
    Ours.newest(container);
    String begin =
        "%1$s REJECTED the provider %1$s of the bundle com.example.failing 1.2.3 failed: ";
    String thrown =
        "its constructor threw java.lang.IllegalStateException: no device at " + failing;
    assertThat(Ours.reportLines(container))
        .anyMatch(line -> line.startsWith(begin.formatted(failing) + thrown))
        .anyMatch(
            line ->
                line.startsWith(begin.formatted(missing))
                    && line.endsWith(
                        "is not found; correct the name, or put the class on the path"));
  }
}
