// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** The order of the counters does not depend on that in which bundles are installed and started. */
class OrderIT {

  private static final int ORDERS = 20;

  @TempDir Path storage;

  private static List<String> names(Container container) throws Exception {
    return Ours.reportLines(container).stream().map(line -> line.split(" ")[0]).toList();
  }

  /** In one framework: its selections are complete once a counter of each bundle is reported. */
  @Test
  void twentyOrdersOfBundlesGiveOneTable() throws Exception {
    List<String> counters = new ArrayList<>(List.of(Ours.COUNTERS));
    Random random = new Random(27);
    try (Container container = Container.start(storage)) {
      List<Bundle> bundles = new ArrayList<>(Ours.runAll(container));
      bundles.subList(0, 2).clear(); // the API and the selector stay
      List<String> names = names(container);
      assertThat(names).endsWith("default-zero").doesNotHaveDuplicates();
      for (int i = 0; i < ORDERS; i++) {
        for (Bundle bundle : bundles) {
          bundle.uninstall();
        }
        container.refresh();
        Container.await( // the report is not the last round's
            () -> !Ours.reports(container, "default-gettimeofday "), Ours.SOON, "no counters");
        Collections.shuffle(counters, random);
        bundles = container.run(counters.toArray(String[]::new));
        List<String> order = List.copyOf(counters);
        Container.await(
            () -> Ours.isSelectionOf(container, names), Ours.SOON, names + " of " + order);
      }
    }
  }
}
