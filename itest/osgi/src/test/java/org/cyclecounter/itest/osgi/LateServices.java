// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** Configuration Admin and the inventory come after the selector; a shell does not come at all. */
abstract class LateServices {

  private static final String ADMIN = "org.osgi.service.cm.ConfigurationAdmin";
  private static final String PRINTER = "org.apache.felix.inventory.InventoryPrinter";
  private static final String COMMANDS = "org.cyclecounter.tools.osgi.ShellCommands";

  private final Container container;
  private final Bundle selector;

  LateServices(Container container, Bundle selector) {
    this.container = container;
    this.selector = selector;
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
  void inventoryPrintsTheTableAndJson() throws Exception {
    List<Bundle> bundles = container.run("org.apache.felix.log", "org.apache.felix.inventory");
    Object printer = container.await(PRINTER);
    Class<?> formats = bundles.get(1).loadClass("org.apache.felix.inventory.Format");
    for (String format : List.of("TEXT", "JSON")) {
      StringWriter text = new StringWriter();
      Object constant = formats.getField(format).get(null);
      Views.call(printer, "print", new PrintWriter(text), constant, false);
      assertThat(text.toString())
          .contains("default-monotonic")
          .startsWith(format.equals("JSON") ? "{\"schema\":\"info-1\"," : "  counter ");
    }
    for (Bundle bundle : bundles) {
      bundle.uninstall();
    }
  }

  @Test
  void commandsPrintWithoutAShell() throws Exception {
    container.await(COMMANDS, "(osgi.command.scope=cyclecounter)");
    ServiceReference<?> reference = container.services(COMMANDS, null).get(0);
    assertThat((String[]) reference.getProperty("osgi.command.function"))
        .containsExactly("info", "list", "select", "sample", "doctor", "explain");
    Object commands = container.context().getService(reference);
    assertThat(printed(commands, "info")).contains("cpucycles tracesetup 0 ", "cpucycles median ");
    assertThat(printed(commands, "sample", "default-monotonic"))
        .startsWith("cpucycles implementation default-monotonic");
  }

  @Test
  void commandWaitsForTheSelectorThatHasJustBeenStarted() throws Exception {
    Object commands = container.await(COMMANDS);
    selector.stop();
    assertThatThrownBy(() -> printed(commands, "list"))
        .hasMessageContaining("start the bundle org.cyclecounter.selector");
    selector.start();
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
