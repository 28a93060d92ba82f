// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.Bound;
import com.example.clock.StepsProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/**
 * References of Declarative Services, of every policy and option, while the order of the counters
 * changes: after each change each one has the best counter that its filter allows.
 */
class ReferencesIT {

  private static final int COUNTERS = 4;
  private static final int CHANGES = 10;

  private static final String COMPONENT =
      """
      <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.2.0" name="%1$s" immediate="true">
        <implementation class="com.example.clock.Bound"/>
        <service><provide interface="java.util.function.Supplier"/></service>
        <property name="reference" value="%1$s"/>
        <reference interface="org.cyclecounter.CycleCounter" bind="bind" unbind="unbind"
            policy="%2$s" policy-option="%3$s" target="%4$s"/>
      </scr:component>
      """;

  private static final String[] FILTERS = {
    "(cyclecounter.implementation=*)", "(cyclecounter.counts=CORE_CYCLES)"
  };

  /** The filter of each component, by its name. */
  private final Map<String, String> filters = new LinkedHashMap<>();

  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
  private final Random random = new Random(42);

  @TempDir Path storage;

  @AfterEach
  void restore() {
    System.clearProperty(StepsProvider.STEPS);
  }

  @Tag("long")
  @Test
  void bindsBestCounterToReferencesAfterChanges() throws Exception {
    System.setProperty(StepsProvider.STEPS, "1,2,3,4");
    try (Container container = Container.start(storage)) {
      container.run(
          "org.osgi.util.function",
          "org.osgi.util.promise",
          "org.osgi.service.component",
          "org.apache.felix.scr",
          Ours.API,
          Ours.SELECTOR);
      container.install("steps", Ours.steps().bytes()).start();
      container.install("bound", components().bytes()).start();
      Ours.newest(container);
      AllServiceListener listener = event -> examine(container);
      container.context().addServiceListener(listener, "(objectClass=" + Ours.COUNTER + ")");
      for (int change = 0; change < CHANGES; change++) {
        String steps = steps();
        System.setProperty(StepsProvider.STEPS, steps);
        Ours.select(container);
        for (Map.Entry<String, String> component : filters.entrySet()) {
          String best = best(container, component.getValue());
          Container.await(
              () -> bound(container, component.getKey()).equals(best),
              best + " in " + component.getKey() + " after change " + change + " to " + steps);
        }
        assertThat(problems).as(steps).isEmpty();
      }
    }
  }

  /**
   * Returns other resolutions, in any order; each counter is left out at times, but one of each.
   */
  private String steps() {
    List<Integer> steps = new ArrayList<>(List.of(1, 2, 3, 4));
    Collections.shuffle(steps, random);
    steps.set(random.nextInt(COUNTERS), 0);
    return steps.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** Called within each change of a service: there is always one best counter. */
  private void examine(Container container) {
    List<Integer> rankings =
        container.services(Ours.COUNTER, null).stream()
            .map(service -> (Integer) service.getProperty(Constants.SERVICE_RANKING))
            .toList();
    if (rankings.isEmpty() || rankings.size() > 1 && rankings.get(0).equals(rankings.get(1))) {
      problems.add("rankings " + rankings);
    }
  }

  private static String best(Container container, String filter) {
    return (String)
        container.services(Ours.COUNTER, filter).get(0).getProperty("cyclecounter.implementation");
  }

  private static String bound(Container container, String component) {
    List<ServiceReference<?>> services =
        container.services(Supplier.class.getName(), "(reference=" + component + ")");
    if (services.isEmpty()) {
      return "no component";
    }
    Supplier<?> supplier = (Supplier<?>) container.context().getService(services.get(0));
    return supplier == null ? "no component" : String.valueOf(supplier.get());
  }

  private BundleJar components() {
    BundleJar jar =
        BundleJar.named("com.example.bound")
            .header(Constants.IMPORT_PACKAGE, "org.cyclecounter")
            .header("Service-Component", "OSGI-INF/*.xml")
            .classes(Bound.class);
    for (String policy : List.of("static", "dynamic")) {
      for (String option : List.of("reluctant", "greedy")) {
        for (String filter : FILTERS) {
          String name = policy + "-" + option + "-" + Arrays.asList(FILTERS).indexOf(filter);
          filters.put(name, filter);
          jar.file("OSGI-INF/" + name + ".xml", COMPONENT.formatted(name, policy, option, filter));
        }
      }
    }
    return jar;
  }
}
