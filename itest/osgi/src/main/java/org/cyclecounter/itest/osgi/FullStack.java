// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;

/**
 * A container as people have it: Declarative Services, Config Admin, Metatype, the Gogo shell's
 * commands, the Web Console with its HTTP service, and SPI Fly, which SLF4J asks for.
 */
public final class FullStack implements AutoCloseable {

  /** The selector's configuration. */
  public static final String PID = "org.cyclecounter.selector";

  /** The Web Console's address. */
  public static final String CONSOLE = "/system/console/";

  private static final List<String> BUNDLES =
      List.of(
          "org.apache.felix.log",
          "asm",
          "asm-commons",
          "asm-util",
          "asm-tree",
          "asm-analysis",
          "org.apache.aries.spifly.dynamic.bundle",
          "slf4j-api",
          "slf4j-nop",
          "org.osgi.util.function",
          "org.osgi.util.promise",
          "org.osgi.service.component",
          "org.apache.felix.configadmin",
          "org.apache.felix.metatype",
          "org.apache.felix.scr",
          "org.apache.felix.gogo.runtime",
          "org.apache.felix.gogo.command",
          "org.apache.felix.inventory",
          "encoder",
          "commons-io",
          "commons-fileupload",
          "org.apache.felix.http.servlet-api",
          "org.apache.felix.http.jetty12",
          "org.apache.felix.webconsole");

  /** All of the project's bundles; the API and the selector first, the counters next. */
  static final List<String> OURS =
      List.of(
          "cyclecounter-api",
          "cyclecounter-selector",
          "cyclecounter-x86",
          "cyclecounter-arm",
          "cyclecounter-power",
          "cyclecounter-riscv",
          "cyclecounter-misc",
          "cyclecounter-os",
          "cyclecounter-bench",
          "cyclecounter-clock",
          "cyclecounter-diagnostics",
          "cyclecounter-webconsole");

  private static final String LOG_READER = "org.osgi.service.log.LogReaderService";
  private static final String ENDPOINT = "osgi.http.endpoint";

  /**
   * SPI Fly tells of every provider. Kept, because an unreferenced logger is collected and forgets
   * its level.
   */
  private static final Logger SPI_FLY = Logger.getLogger("org.apache.aries.spifly");

  private final Container container;
  private final HttpClient client = HttpClient.newHttpClient();

  private FullStack(Container container) {
    this.container = container;
  }

  /**
   * Starts it, with all counters and the console's plug-in.
   *
   * @param storage a directory that may be written to
   * @param configuration the selector's, set before that is started; may be empty
   * @return started
   * @throws Exception if a bundle does not start
   */
  public static FullStack start(Path storage, Map<String, Object> configuration) throws Exception {
    SPI_FLY.setLevel(Level.WARNING);
    Container container =
        Container.prepare(
            storage,
            Map.of(
                "org.osgi.service.http.port", "0", // any that is free
                "org.apache.felix.http.host", "127.0.0.1",
                "equinox.log.history.max", "1000")); // Felix keeps what was logged anyway
    container.start();
    container.run(BUNDLES);
    FullStack stack = new FullStack(container);
    if (!configuration.isEmpty()) {
      stack.configure(configuration);
    }
    container.run(OURS);
    return stack;
  }

  /** The framework around it. */
  public Container container() {
    return container;
  }

  /** The bundle of this symbolic name. */
  public Bundle bundle(String name) {
    for (Bundle bundle : container.context().getBundles()) {
      if (bundle.getSymbolicName().equals(name)) {
        return bundle;
      }
    }
    throw new AssertionError("no bundle " + name);
  }

  /** Sets the selector's configuration; nothing means there is none. */
  public void configure(Map<String, Object> properties) throws Exception {
    Object configuration =
        Views.call(
            container.await("org.osgi.service.cm.ConfigurationAdmin"),
            "getConfiguration",
            PID,
            "?");
    if (properties.isEmpty()) {
      Views.call(configuration, "delete");
    } else {
      Dictionary<String, Object> dictionary = new Hashtable<>(properties);
      Views.call(configuration, "update", dictionary);
    }
  }

  /** Waits until the container's log says something; Equinox has a log of its own besides. */
  public void awaitLog(String words) throws Exception {
    Container.await(
        () -> {
          boolean found = false;
          for (ServiceReference<?> log : container.services(LOG_READER, null)) {
            found |= says(container.context().getService(log), words);
          }
          return found;
        },
        "'" + words + "' in the log");
  }

  private static boolean says(Object reader, String words) throws Exception {
    for (Object entry : Collections.list((Enumeration<?>) Views.call(reader, "getLog"))) {
      Object exception = Views.call(entry, "getException");
      if ((Views.call(entry, "getMessage") + " " + exception).contains(words)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the output of a command in a session of the shell, which shows its result, too. */
  public String shell(String command) throws Exception {
    return shell(command, true);
  }

  /** Returns its output in a shell that shows no result, as Karaf's in batch mode. */
  public String batch(String command) throws Exception {
    return shell(command, false);
  }

  private String shell(String command, boolean showsResults) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Object processor = container.await("org.apache.felix.service.command.CommandProcessor");
    Object session =
        Views.call(processor, "createSession", new ByteArrayInputStream(new byte[0]), out, err);
    try {
      Object result = Views.call(session, "execute", command);
      if (showsResults && result != null) {
        out.writeBytes(
            String.valueOf(Views.call(session, "format", result, 0))
                .getBytes(StandardCharsets.UTF_8));
      }
    } finally {
      Views.call(session, "close");
    }
    String both = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    return both.replace("\r\n", "\n"); // as Windows ends lines
  }

  /** A page of the Web Console, over loopback. */
  public HttpResponse<String> console(String page) throws Exception {
    return send(authorized(page));
  }

  /** A request for a page of the Web Console, with the password. */
  public HttpRequest.Builder authorized(String page) throws Exception {
    return anonymous(page)
        .header(
            "Authorization",
            "Basic "
                + Base64.getEncoder()
                    .encodeToString("admin:admin".getBytes(StandardCharsets.UTF_8)));
  }

  /** A request without it. */
  public HttpRequest.Builder anonymous(String page) throws Exception {
    return HttpRequest.newBuilder(address().resolve(CONSOLE + page)).timeout(Container.PATIENCE);
  }

  /** Sends a request. */
  public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  /** Returns the HTTP service's address. */
  public URI address() throws Exception {
    String http = "org.osgi.service.servlet.runtime.HttpServiceRuntime";
    container.await(http);
    Object endpoint = container.services(http, null).get(0).getProperty(ENDPOINT);
    return URI.create(
        endpoint instanceof String[] several ? several[0] : ((List<?>) endpoint).get(0).toString());
  }

  @Override
  public void close() throws BundleException {
    container.close();
  }
}
