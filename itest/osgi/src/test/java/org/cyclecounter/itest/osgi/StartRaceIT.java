// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/**
 * The selector's bundle starts while bundles of providers stop, go and are updated, in 20 rounds
 * ({@code -Dtests=all}: 300); its services come all the same.
 */
class StartRaceIT {

  private static final int ROUNDS = ChurnIT.IS_LONG ? 300 : 20;

  /** Enough that the selector is looking at one of them when the first goes. */
  private static final int GOING = 24;

  private static final String SERVICE = "org.cyclecounter.selector.SelectionService";

  @TempDir Path storage;

  private final Random random = new Random(3);

  /** Declares providers and lists none, so that its capabilities are asked for, too. */
  private static byte[] going(int number) {
    return BundleJar.named("going" + number)
        .header(
            Constants.PROVIDE_CAPABILITY,
            "osgi.serviceloader;osgi.serviceloader=\"" + Ours.SPI + "\"")
        .file("META-INF/other", "nothing")
        .bytes();
  }

  @Test
  void servicesComeThoughBundlesGoWhileTheSelectorStarts() throws Exception {
    List<byte[]> jars = new ArrayList<>();
    for (int i = 0; i < GOING; i++) {
      jars.add(going(i));
    }
    byte[] clock = Ours.clock().bytes();
    try (Container container = Container.start(storage)) {
      container.run(Ours.API);
      Bundle selector = container.install(Ours.SELECTOR);
      for (int round = 0; round < ROUNDS; round++) {
        List<Bundle> bundles = new ArrayList<>();
        for (int i = 0; i < GOING; i++) {
          bundles.add(container.install("going" + i, jars.get(i)));
          bundles.get(i).start();
        }
        Bundle last = container.install("clock", clock);
        last.start();
        selector.start(); // looks at the bundles on its own thread
        long endNs = System.nanoTime() + random.nextInt(4_000_000);
        while (System.nanoTime() < endNs) {
          Thread.onSpinWait();
        }
        for (int i = 0; i < GOING; i++) {
          Bundle bundle = bundles.get(round % 2 == 0 ? i : GOING - 1 - i);
          switch (random.nextInt(3)) {
            case 0 -> bundle.stop();
            case 1 -> bundle.update(new ByteArrayInputStream(jars.get(i)));
            default -> bundle.uninstall();
          }
        }
        container.await(SERVICE, Ours.SOON);
        Container.await(
            () -> Ours.names(container).contains("example-clock"), Ours.SOON, "the clock");
        selector.stop();
        assertThat(container.services(SERVICE, null)).isEmpty();
        for (Bundle bundle : bundles) {
          if (bundle.getState() != Bundle.UNINSTALLED) {
            bundle.uninstall();
          }
        }
        last.uninstall();
        container.refresh();
      }
    }
  }
}
