// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/**
 * The order of the counters does not depend on that in which bundles are installed and started. A
 * plain build has {@code DiscoveryTest}.
 */
@Tag("long")
class OrderIT {

  private static final int ORDERS = 20;

  @TempDir Path storage;

  @Test
  void twentyOrdersOfBundlesGiveOneTable() throws Exception {
    List<String> counters = new ArrayList<>(Ours.COUNTERS);
    Random random = new Random(27);
    try (Container container = Container.start(storage)) {
      List<Bundle> bundles = new ArrayList<>(Ours.runAll(container));
      bundles.subList(0, 2).clear(); // the API and the selector stay
      List<String> names = Ours.reported(container);
      assertThat(names).endsWith("default-zero", "thread-cputime").doesNotHaveDuplicates();
      for (int i = 0; i < ORDERS; i++) {
        for (Bundle bundle : bundles) {
          bundle.uninstall();
        }
        container.refresh();
        Collections.shuffle(counters, random);
        bundles = container.run(counters);
        Ours.newest(container);
        // What a busy machine disturbs may be measured worse, and so ranked lower, once.
        String order = String.join(", ", counters);
        Container.await(() -> isTable(container, names), names + " of " + order);
      }
    }
  }

  /** Selects again if not, for the next look. */
  private static boolean isTable(Container container, List<String> names) throws Exception {
    if (Ours.reported(container).equals(names)) {
      return true;
    }
    Ours.select(container);
    return false;
  }
}
