// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import com.example.clock.ClockProvider;
import com.example.clock.StepsProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** A container for the tests of a class, each of which starts providers that go after it. */
abstract class ProviderTests {

  static final String CLOCK = "example-clock";

  @TempDir private static Path storage;
  static Container container;
  static Bundle selector;

  final List<Bundle> installed = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    container = Container.start(storage);
    selector = container.run(Ours.API, Ours.SELECTOR, "cyclecounter-os").get(1);
  }

  @AfterAll
  static void stop() throws Exception {
    container.close();
  }

  @AfterEach
  void giveBack() throws Exception {
    System.clearProperty(ClockProvider.LOST);
    System.clearProperty(ClockProvider.COUNT);
    System.clearProperty(StepsProvider.STEPS);
    for (Bundle bundle : installed) {
      bundle.uninstall();
    }
    container.refresh();
    Ours.newest(container);
  }

  final Bundle start(BundleJar jar) throws Exception {
    Bundle bundle = container.install("bundle-" + installed.size(), jar.bytes());
    installed.add(bundle);
    bundle.start();
    return bundle;
  }
}
