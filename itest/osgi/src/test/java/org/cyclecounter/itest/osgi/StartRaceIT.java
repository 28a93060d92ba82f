// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.bundle.FindHook;

/**
 * The selector's bundle starts while bundles of providers stop, go and are updated; its services
 * come all the same. A plain build has {@code ProviderTrackerTest}.
 */
@Tag("long")
class StartRaceIT {

  private static final int ROUNDS = 100;

  /** Enough that the selector is looking at one of them when the first goes. */
  private static final int GOING = 24;

  @TempDir Path storage;

  private volatile CountDownLatch looking = new CountDownLatch(0);
  private final Random random = new Random(3);

  /** Called by the framework when somebody asks for all bundles, as a tracker does that opens. */
  private void find(BundleContext context, Collection<Bundle> found) {
    if (Thread.currentThread().getName().equals("cyclecounter-osgi")) {
      looking.countDown();
    }
  }

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
      container.context().registerService(FindHook.class, this::find, null);
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
        CountDownLatch looks = new CountDownLatch(1);
        looking = looks;
        selector.start();
        assertThat(looks.await(Container.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int number = GOING - 1; number >= 0; number--) { // towards it
          Bundle bundle = bundles.get(number);
          switch (random.nextInt(3)) {
            case 0 -> bundle.stop();
            case 1 -> bundle.update(new ByteArrayInputStream(jars.get(number)));
            default -> bundle.uninstall();
          }
        }
        Ours.newest(container);
        assertThat(Ours.names(container)).contains("example-clock");
        selector.stop();
        assertThat(container.services(Ours.SELECTION, null)).isEmpty();
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
