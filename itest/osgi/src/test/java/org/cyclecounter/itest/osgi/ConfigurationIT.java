// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.itest.osgi.Ours.SOON;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** Configuration Admin, the inventory and the shell's commands, each of which may come late. */
class ConfigurationIT {

  private static final String PID = "org.cyclecounter.selector";
  private static final String ADMIN = "org.osgi.service.cm.ConfigurationAdmin";
  private static final String MANAGED = "org.osgi.service.cm.ManagedService";
  private static final String PRINTER = "org.apache.felix.inventory.InventoryPrinter";

  @TempDir Path storage;

  private static void configure(Container container, String key, Object value) throws Exception {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(key, value);
    Object configuration = Views.call(container.await(ADMIN, SOON), "getConfiguration", PID, "?");
    Views.call(configuration, "update", properties);
  }

  @Test
  void anAdminThatComesFirstConfiguresTheFirstSelection() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run("org.apache.felix.configadmin");
      configure(container, "highResolution", false);
      Ours.runAll(container);
      Container.await(
          () -> Ours.names(container).contains("default-gettimeofday"),
          SOON,
          "default-gettimeofday");
      assertThat(container.services(Ours.COUNTER, "(!(cyclecounter.kind=FIXED_RESOLUTION))"))
          .isEmpty();
      assertThat(Ours.reportLines(container))
          .anyMatch(line -> line.contains("high-resolution counters are not allowed here"));
    }
  }

  @Test
  void countersOfANarrowerScopeAreNotPublished() throws Exception {
    try (Container container = Container.start(storage)) {
      container.run("org.apache.felix.configadmin");
      configure(container, "minimumScope", "system");
      Ours.runAll(container);
      Container.await(
          () -> Ours.names(container).contains("default-gettimeofday"),
          SOON,
          "default-gettimeofday");
      assertThat(container.services(Ours.COUNTER, "(!(cyclecounter.scope=SYSTEM))")).isEmpty();
      assertThat(Ours.reportLines(container))
          .anyMatch(line -> line.contains("within a thread only; requested: system"));
    }
  }

  @Test
  void anAdminThatComesLastIsHeardAndABadValueChangesNothing() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      container.await(Ours.REPORT, SOON);
      container.run("org.apache.felix.configadmin");
      configure(container, "include", new String[] {"default-monotonic", "thread-cputime"});
      Container.await(
          () ->
              Set.copyOf(Ours.names(container))
                  .equals(Set.of("default-monotonic", "thread-cputime")),
          SOON,
          "selection of two");
      configure(container, "cyclesPerSecond", "1000000000");
      Container.await(
          () -> container.services(Ours.COUNTER, "(cyclecounter.persecond=1000000000)").size() > 2,
          SOON,
          "another frequency");
      Object managed = container.await(MANAGED, "(service.pid=" + PID + ")", SOON);
      for (String[] bad :
          new String[][] {
            {"scoring", "2024"},
            {"isolation", "perhaps"},
            {"cyclesPerSecond", "-1"},
            {"highResolution", "maybe"},
            {"minimumScope", "process"},
            {"exclude", "no such name"}
          }) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(bad[0], bad[1]);
        assertThatThrownBy(() -> Views.call(managed, "updated", properties))
            .hasMessageContaining(bad[0])
            .hasMessageContaining(bad[1])
            .satisfies(e -> assertThat(Views.call(e, "getProperty")).isEqualTo(bad[0]));
      }
      Ours.awaitNewest(container);
      assertThat(container.services(Ours.COUNTER, "(cyclecounter.persecond=1000000000)"))
          .hasSameSizeAs(container.services(Ours.COUNTER, null));
      Views.call(Views.call(container.await(ADMIN, SOON), "getConfiguration", PID, "?"), "delete");
      Container.await(
          () ->
              container.services(Ours.COUNTER, "(cyclecounter.persecond=1000000000)").isEmpty()
                  && Ours.names(container).size() > 2,
          SOON,
          "selection by the defaults");
    }
  }

  @Test
  void theInventoryPrintsTheTableAndJson() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      container.run(Ours.TOOLS);
      container.await(Ours.REPORT, SOON);
      Bundle inventory = container.run("org.apache.felix.log", "org.apache.felix.inventory").get(1);
      Object printer = container.await(PRINTER, SOON);
      Class<?> formats = inventory.loadClass("org.apache.felix.inventory.Format");
      for (String format : List.of("TEXT", "JSON")) {
        StringWriter text = new StringWriter();
        Views.call(
            printer, "print", new PrintWriter(text), formats.getField(format).get(null), false);
        assertThat(text.toString())
            .contains("default-monotonic")
            .startsWith(format.equals("JSON") ? "{\"schema\":\"info-1\"," : "  counter ");
      }
    }
  }

  @Test
  void theShellsCommandsPrintWithoutAShell() throws Exception {
    try (Container container = Container.start(storage)) {
      Ours.runAll(container);
      container.run(Ours.TOOLS);
      String type = "org.cyclecounter.tools.osgi.ShellCommands";
      container.await(type, "(osgi.command.scope=cyclecounter)", SOON);
      ServiceReference<?> reference = container.services(type, null).get(0);
      assertThat((String[]) reference.getProperty("osgi.command.function"))
          .containsExactly("info", "list", "select", "measure", "doctor");
      Object commands = container.context().getService(reference);
      assertThat(printed(commands, "info"))
          .contains("cpucycles tracesetup 0 ", "cpucycles persecond ", "cpucycles median ");
      assertThat(printed(commands, "list")).contains("default-monotonic");
      assertThat(printed(commands, "select")).contains("default-monotonic");
      assertThat(printed(commands, "doctor")).contains(Ours.best(container).implementation());
      assertThat(printed(commands, "measure"))
          .startsWith("cpucycles implementation " + Ours.best(container).implementation());
      assertThat(printed(commands, "measure", "default-monotonic"))
          .startsWith("cpucycles implementation default-monotonic")
          .contains("cpucycles observed persecond ");
      assertThatThrownBy(() -> printed(commands, "measure", "sundial"))
          .hasMessageStartingWith("No counter 'sundial' works here: ");
    }
  }

  @Test
  void aCommandWaitsForTheSelectorThatHasJustBeenStarted() throws Exception {
    try (Container container = Container.start(storage)) {
      Bundle selector = container.run(Ours.API, Ours.SELECTOR).get(1);
      container.run(Ours.TOOLS);
      Object commands = container.await("org.cyclecounter.tools.osgi.ShellCommands", SOON);
      assertThat(printed(commands, "list")).contains("* ");
      for (int i = 0; i < 5; i++) {
        selector.stop();
        assertThatThrownBy(() -> printed(commands, "list"))
            .hasMessageContaining("start the bundle org.cyclecounter.selector");
        selector.start();
        assertThat(printed(commands, "list")).contains("* ");
      }
    }
  }

  /** What a command prints in a container without Gogo, whose annotations it has. */
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
