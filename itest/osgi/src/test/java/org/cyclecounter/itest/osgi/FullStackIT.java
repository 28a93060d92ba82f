// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/**
 * The selector in a container that has everything it can make use of. All of these tests share one,
 * which takes seconds to start.
 */
class FullStackIT {

  /** Works everywhere, and is the best nowhere. */
  private static final String CLOCK = "default-monotonic";

  private static final String OTHER_CLOCK = "default-gettimeofday";
  private static final Long FREQUENCY = 1_000_000_000L;

  @TempDir private static Path storage;
  private static FullStack stack;
  private static Container container;
  private static Set<String> all;

  @BeforeAll
  static void start() throws Exception {
    stack = FullStack.start(storage, Map.of("include", CLOCK));
    container = stack.container();
    Container.await(
        () -> Ours.names(container).equals(List.of(CLOCK)), "selection by what is configured");
    stack.configure(Map.of());
    Container.await(() -> Ours.names(container).contains(OTHER_CLOCK), "selection of all");
    Ours.newest(container);
    all = Set.copyOf(Ours.names(container));
  }

  @AfterAll
  static void stop() throws Exception {
    stack.close();
  }

  private static Object metatype() throws Exception {
    Object information =
        Views.call(
            container.await("org.osgi.service.metatype.MetaTypeService"),
            "getMetaTypeInformation",
            stack.bundle("org.cyclecounter.selector"));
    assertThat((String[]) Views.call(information, "getPids")).containsExactly(FullStack.PID);
    return Views.call(information, "getObjectClassDefinition", FullStack.PID, null);
  }

  @Test
  void metatypeDescribesTheConfiguration() throws Exception {
    int allOfThem = -1; // ObjectClassDefinition.ALL
    Object[] attributes = (Object[]) Views.call(metatype(), "getAttributeDefinitions", allOfThem);
    assertThat(attributes).hasSize(8);
    for (Object attribute : attributes) {
      assertThat((String) Views.call(attribute, "getName")).isNotBlank();
      assertThat((String) Views.call(attribute, "getDescription")).isNotBlank();
    }
  }

  /** SPI Fly copies each provider into a service, before or after the selector's start. */
  @Test
  void mediatorsCopiesOfProvidersAreNotSelectedFrom() throws Exception {
    Bundle mediator = stack.bundle("org.apache.aries.spifly.dynamic.bundle");
    Bundle selector = stack.bundle("org.cyclecounter.selector");
    for (Bundle last : List.of(mediator, selector)) {
      last.stop();
      last.start();
      Container.await(this::hasCopies, "the mediator's copy of each provider");
      Ours.newest(container);
      assertThat(Ours.names(container)).doesNotHaveDuplicates().contains(OTHER_CLOCK);
      assertThat(Ours.reportLines(container))
          .noneMatch(line -> line.contains("an earlier provider"));
      assertThat(container.services(Ours.COUNTER, "(serviceloader.mediator=*)"))
          .as("the selected counter, which the selector has published already")
          .isEmpty();
    }
  }

  private boolean hasCopies() {
    return container.services(Ours.SPI, "(serviceloader.mediator=*)").size() == 6;
  }

  @Test
  void regionsAreFencedByCpuid() throws Exception {
    List<ServiceReference<?>> tsc =
        container.services(Ours.COUNTER, "(cyclecounter.implementation=amd64-tsc)");
    assumeFalse(tsc.isEmpty(), "no amd64-tsc here");
    Bundle bench = stack.bundle("org.cyclecounter.bench");
    Object fence = bench.loadClass("org.cyclecounter.bench.Fence").getField("CPUID").get(null);
    Object counter = container.context().getService(tsc.get(0));
    Class<?> type = bench.loadClass("org.cyclecounter.bench.OrderedStopwatch");
    assertThat((Long) Views.call(Views.callStatic(type, "of", counter, fence), "overhead"))
        .isPositive();
  }

  /** Changes of the configuration. */
  @Nested
  class Configured {

    @AfterEach
    void restore() throws Exception {
      stack.configure(Map.of());
      Container.await(() -> Set.copyOf(Ours.names(container)).equals(all), "selection of all");
      Container.await(() -> !frequency().equals(FREQUENCY), "own estimate");
    }

    private Object frequency() {
      return container.services(Ours.COUNTER, null).stream()
          .map(service -> Ours.property(service, "persecond"))
          .findFirst()
          .orElse("none");
    }

    private void configure(Map<String, Object> properties, List<String> expected) throws Exception {
      stack.configure(properties);
      Container.await(() -> Ours.names(container).equals(expected), expected + " alone");
    }

    @Test
    void configurationChangesTheWinner() throws Exception {
      configure(Map.of("include", new String[] {CLOCK, OTHER_CLOCK}), List.of(CLOCK, OTHER_CLOCK));
      configure(
          Map.of(
              "include",
              CLOCK + ',' + OTHER_CLOCK,
              "exclude",
              CLOCK,
              "cyclesPerSecond",
              FREQUENCY.toString()),
          List.of(OTHER_CLOCK));
      Container.await(() -> frequency().equals(FREQUENCY), "frequency");
    }

    @Test
    void commandWaitsForTheConfigurationThatHasJustBeenSet() throws Exception {
      Container.await(this::isListedAtOnce, "command that waits");
    }

    /** The selector waits for a second at most, which may be short on a busy machine. */
    private boolean isListedAtOnce() throws Exception {
      for (String only : List.of(CLOCK, OTHER_CLOCK, CLOCK)) {
        stack.configure(Map.of("include", only));
        if (!stack.shell("cyclecounter:list").contains("* " + only)) {
          return false;
        }
      }
      return true;
    }

    @Test
    void badValueIsLoggedAndLeavesTheOldConfigurationInForce() throws Exception {
      configure(Map.of("include", CLOCK), List.of(CLOCK));
      stack.configure(Map.of("isolation", "sandbox"));
      stack.awaitLog("it must be auto, native, jvm or none, not sandbox");
      assertThat(stack.shell("cyclecounter:select")).contains("* " + CLOCK);
      assertThat(Ours.names(container)).containsExactly(CLOCK);
    }

    @Test
    void componentIsGivenTheBestCounter() throws Exception {
      container.run("sample-component");
      Object meter = container.await("samples.component.S07Component");
      assertThat((Long) Views.call(meter, "cycles", (Runnable) () -> {})).isPositive();
      assertThat(stack.shell("example:meter"))
          .matches("\\d+ cycles by " + Ours.names(container).get(0));
      configure(Map.of("include", CLOCK), List.of(CLOCK));
      Container.await(() -> meterPrints("\\d+ cycles by " + CLOCK), "component anew");
    }

    private boolean meterPrints(String expected) {
      try {
        return stack.shell("example:meter").matches(expected);
      } catch (Exception e) {
        return false; // it is being exchanged
      }
    }
  }

  @Nested
  class Shell extends ShellTests {
    Shell() {
      super(stack);
    }
  }

  @Nested
  class Console extends ConsoleTests {
    Console() {
      super(stack);
    }
  }
}
