// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.itest.osgi.Ours.COUNTER;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;

/**
 * A framework with nothing but the project's bundles, all of which it starts when it starts.
 * Configuration Admin and the inventory come after the selector; a shell does not come at all.
 */
class BareIT {

  private static final String ADMIN = "org.osgi.service.cm.ConfigurationAdmin";
  private static final String PRINTER = "org.apache.felix.inventory.InventoryPrinter";
  private static final String COMMANDS = "org.cyclecounter.diagnostics.osgi.ShellCommands";

  @TempDir private static Path storage;
  private static Container container;
  private static List<Bundle> bundles;

  @BeforeAll
  static void start() throws Exception {
    container = Container.prepare(storage, Map.of());
    List<String> names = new ArrayList<>(FullStack.OURS);
    Collections.swap(names, 0, 2); // a counter is installed before the selector, the API after it
    bundles = container.run(names);
    container.start();
    Ours.newest(container);
  }

  @AfterAll
  static void stop() throws Exception {
    container.close();
  }

  private static Bundle selector() {
    return bundles.get(1);
  }

  @Test
  void startsEveryBundleWithNothingElse() throws Exception {
    for (Bundle bundle : bundles) {
      bundle.start(); // lazy ones, too
    }
    assertThat(bundles)
        .extracting(Bundle::getSymbolicName)
        .containsExactlyInAnyOrderElementsOf(
            FullStack.OURS.stream().map(name -> "org." + name.replace('-', '.')).toList());
    assertThat(bundles).allMatch(bundle -> bundle.getState() == Bundle.ACTIVE);
  }

  @Test
  void publishesEveryHealthyCounterWithItsPropertiesBestFirst() throws Exception {
    Object selected = Ours.newest(container);
    Object report = Views.call(selected, "report");
    assertThat(Ours.names(container)).doesNotHaveDuplicates().contains("default-monotonic");
    assertThat(Ours.names(container).get(0)).isEqualTo(Views.call(report, "implementation"));
    assertThat(Ours.names(container))
        .containsExactlyInAnyOrderElementsOf(
            Ours.reportLines(container).stream()
                .filter(line -> !line.contains(" REJECTED "))
                .map(line -> line.split(" ")[0])
                .toList());
    long precision = 0;
    for (ServiceReference<?> service : container.services(COUNTER, null)) {
      CycleCounter counter = Views.of(CycleCounter.class, container.context().getService(service));
      assertThat(Ours.property(service, "implementation")).isEqualTo(counter.implementation());
      assertThat(Ours.property(service, "scope")).isEqualTo(counter.scope().name());
      assertThat(Ours.property(service, "kind")).isIn("ON_CORE", "OFF_CORE", "FIXED_RESOLUTION");
      assertThat(Ours.property(service, "counts"))
          .isIn("USER_CYCLES", "CORE_CYCLES", "TICKS", "TIME");
      assertThat(Ours.property(service, "persecond")).isEqualTo(counter.cyclesPerSecond());
      assertThat((Double) Ours.property(service, "scaling")).isPositive();
      assertThat(Ours.property(service, "version")).isEqualTo(Views.call(report, "version"));
      assertThat((Long) Ours.property(service, "precision")).isGreaterThanOrEqualTo(precision);
      precision = (Long) Ours.property(service, "precision");
    }
    String clock = "(cyclecounter.implementation=default-monotonic)";
    assertThat(container.services(COUNTER, "(&(cyclecounter.counts=TIME)" + clock + ")"))
        .hasSize(1)
        .isEqualTo(container.services(COUNTER, clock));
    assertThat(Views.call(selected, "instruction", "amd64-tsc")).isIn("", "RDTSC");
  }

  /** Java 17's way needs classes of the JDK that no bundle's loader finds. */
  @Test
  @Tag("c2")
  void linksReads() {
    int java = Runtime.version().feature();
    assumeTrue(java == 17 || java >= 24, "Java " + java + " does not link without an option");
    assumeTrue(NativeTicks.canBeLinked(), "nor on this platform");
    assertThat(Ours.reportLines(container))
        .anyMatch(line -> line.contains("usable: "))
        .noneMatch(line -> line.contains("read through JNI"));
  }

  @Test
  void staticCallsFindTheBundlesCounters() throws Exception {
    assertThat(Ours.selectedOnce(selector())).isNotEqualTo("default-zero");
    CycleCounter counter =
        Views.of(CycleCounter.class, Views.call(Ours.selectedByBuilder(selector()), "counter"));
    assertThat(counter.implementation()).isNotEqualTo("default-zero");
  }

  @Test
  void stoppedSelectorLeavesNothingRunning() throws Exception {
    Ours.newest(container);
    selector().stop();
    Set<Thread> earlier = Thread.getAllStackTraces().keySet();
    assertThat(ourThreads(Set.of())).doesNotContain("cyclecounter-osgi"); // it was idle
    for (boolean hasPublished : new boolean[] {false, true}) {
      CountDownLatch published = new CountDownLatch(hasPublished ? 1 : 0);
      AllServiceListener listener =
          event -> {
            if (event.getType() == ServiceEvent.REGISTERED) {
              published.countDown();
            }
          };
      container.context().addServiceListener(listener, "(objectClass=" + COUNTER + ")");
      selector().start();
      published.await(); // for the first of several
      selector().stop();
      container.context().removeServiceListener(listener);
      // A step of the selection that was interrupted may take a moment to end on a busy machine.
      Container.await(() -> ourThreads(earlier).isEmpty(), "end of the selector's threads");
      assertThat(container.services(COUNTER, null)).isEmpty();
      assertThat(container.services(Ours.REPORT, null)).isEmpty();
    }
    selector().start();
    Ours.newest(container);
  }

  private static List<String> ourThreads(Set<Thread> earlier) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !earlier.contains(thread))
        .map(Thread::getName)
        .filter(name -> name.startsWith("cyclecounter"))
        .toList();
  }

  @Test
  void configurationIsHeardUntilItIsDeleted() throws Exception {
    Set<String> all = Set.copyOf(Ours.names(container));
    Set<String> two = Set.of("default-monotonic", "thread-cputime");
    Bundle admin = container.run("org.apache.felix.configadmin").get(0);
    Object configuration =
        Views.call(container.await(ADMIN), "getConfiguration", FullStack.PID, "?");
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("include", two.toArray(new String[0]));
    Views.call(configuration, "update", properties);
    Container.await(() -> isPublished(two), "selection of two");
    Views.call(configuration, "delete");
    Container.await(() -> isPublished(all), "selection by the defaults");
    admin.uninstall();
  }

  private boolean isPublished(Set<String> names) {
    return Set.copyOf(Ours.names(container)).equals(names);
  }

  @Test
  void commandWaitsForTheSelectorThatHasJustBeenStarted() throws Exception {
    Object commands = container.await(COMMANDS);
    selector().stop();
    assertThatThrownBy(() -> printed(commands, "list"))
        .hasMessageContaining("start the bundle org.cyclecounter.selector");
    selector().start();
    assertThat(printed(commands, "list")).contains("* ");
  }

  /** Returns the output of a command in a container without Gogo, whose annotations it has. */
  private static String printed(Object commands, String command, String... arguments)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertThat(Views.call(commands, command, (Object) arguments)).isNull(); // or printed twice
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
