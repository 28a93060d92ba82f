package org.cyclecounter.webconsole;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.cyclecounter.selector.console.LivePage;
import org.jspecify.annotations.Nullable;

/**
 * What the console's page does, whichever servlet API brings the request. The console has
 * authenticated it; one that did not come through a console finds nothing here. Thread-safe.
 */
final class Plugin {

  /** The page's address within the console. */
  static final String LABEL = "cyclecounter";

  /** The style sheet's address within the page's. */
  static final String STYLE = "/page.css";

  /** The script's. */
  static final String SCRIPT = "/page.js";

  /** The measurement's state, as JSON. */
  static final String PROGRESS = "/progress.json";

  /** Set by every console on every request that it passes on. */
  static final String ROOT = "felix.webconsole.pluginRoot";

  private static final String JSON = "application/json";
  private static final String PLAIN = "text/plain";
  private static final int TOKEN_BYTES = 16;

  private final LivePage page;
  private final Measuring measuring;
  private final String token;

  Plugin(LivePage page) {
    this.page = page;
    measuring = new Measuring(page);
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    token = HexFormat.of().formatHex(random);
  }

  /** Ends a measurement that runs: the console that asked for it has gone. */
  void cancel() {
    measuring.cancel();
  }

  /** Ends a measurement that runs, and starts no more. */
  void close() {
    measuring.close();
  }

  void serve(Exchange exchange) throws IOException {
    String path = exchange.path();
    if (!(exchange.attribute(ROOT) instanceof String root)
        || path == null
        || !path.startsWith("/" + LABEL)) {
      refuse(exchange, 404, "No such page.");
      return;
    }
    String rest = path.substring(1 + LABEL.length());
    switch (exchange.method()) {
      case "GET", "HEAD" -> show(exchange, rest, root);
      case "POST" -> measure(exchange, rest, root);
      default -> {
        exchange.header("Allow", "GET, HEAD, POST");
        refuse(exchange, 405, "The page takes GET, HEAD and POST.");
      }
    }
  }

  private void show(Exchange exchange, String rest, String root) throws IOException {
    switch (rest) {
      case "", "/" -> {
        exchange.header("Cache-Control", "no-store");
        Optional<String> sections = page.sections();
        exchange.send(
            "text/html",
            PageHtml.of(root, token, measuring.state(), page.isMeasured(), sections.orElse(null)));
      }
      case ".json" -> {
        exchange.header("Cache-Control", "no-store");
        Optional<String> json = page.json();
        if (json.isPresent()) {
          exchange.send(JSON, json.get() + "\n");
        } else {
          refuse(exchange, 503, "No counter has been selected yet; ask again in a second.");
        }
      }
      case PROGRESS -> {
        exchange.header("Cache-Control", "no-store");
        exchange.send(JSON, progress(measuring.state(), page.sections().isPresent()));
      }
      case STYLE -> {
        exchange.header("Cache-Control", "no-cache");
        exchange.send("text/css", page.style() + resource("bar.css"));
      }
      case SCRIPT -> {
        exchange.header("Cache-Control", "no-cache");
        exchange.send("text/javascript", resource("page.js"));
      }
      default -> refuse(exchange, 404, "No such page.");
    }
  }

  private void measure(Exchange exchange, String rest, String root) throws IOException {
    if (!rest.isEmpty() && !rest.equals("/")) {
      refuse(exchange, 404, "No such page.");
      return;
    }
    if (!isOurs(exchange.parameter("token"))) {
      refuse(exchange, 403, "This form is not from this page, or has expired; reload the page.");
      return;
    }
    measuring.start();
    exchange.status(303);
    exchange.header("Location", root);
  }

  /** A page of another site can have a browser post here, with its password, but not know this. */
  private boolean isOurs(@Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private static String progress(Measuring.State state, boolean isChosen) {
    String phase = isChosen ? state.phase().name().toLowerCase(Locale.ROOT) : "choosing";
    return String.format(
        Locale.ROOT, "{\"state\":\"%s\",\"progress\":%.3f}%n", phase, state.progress());
  }

  private static void refuse(Exchange exchange, int status, String sentence) throws IOException {
    exchange.status(status);
    exchange.send(PLAIN, sentence + "\n");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Plugin.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the bundle");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
