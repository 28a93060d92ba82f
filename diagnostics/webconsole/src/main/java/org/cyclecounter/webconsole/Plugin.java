// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.cyclecounter.diagnostics.osgi.LivePage;
import org.cyclecounter.diagnostics.osgi.PageMeasurement;
import org.jspecify.annotations.Nullable;

/**
 * The console's page, whichever servlet API brings the request. The console has authenticated it;
 * one that did not come through a console finds nothing here. Thread-safe.
 *
 * <p>Security: a console asks for a password, whichever provider it has, before it passes a request
 * on. What that does not stop is a page of another site whose form a browser posts with the user's
 * password; so only POST changes anything, and only with the token that the page's form carries, in
 * the request's body: addresses are logged. A measurement can do no worse than take a few seconds
 * of one thread, one at a time. The page and JSON are made by one thread each, for all requests
 * that wait: making the first page takes some 300 ms of a processor.
 *
 * <p>Threads: the container's request threads, any number; everything mutable is in {@link
 * PageMeasurement} and {@link Shared}, which are thread-safe.
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

  /** The form's parameter that brings the token back. */
  static final String TOKEN = "token";

  private static final String JSON = "application/json";

  /** In bytes: the form has nothing but the token. */
  private static final int MAX_FORM = 1024;

  /** 128 bits: not to be guessed while the bundle runs. */
  private static final int TOKEN_BYTES = 16;

  private final LivePage page;
  private final PageMeasurement measuring;
  private final Shared sections;
  private final Shared json;

  /**
   * Hexadecimal; one for all users, because every user of the page may measure; new with each start
   * of the selector, so a page that was open before has to be loaded again.
   */
  private final String token;

  Plugin(LivePage page) {
    this.page = page;
    measuring = new PageMeasurement(page);
    sections = new Shared(page::sections);
    json = new Shared(page::json);
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

  /**
   * A response in UTF-8; without a body nothing is said of its type.
   *
   * @param status HTTP's
   * @param type the body's media type, without a charset
   * @param headers further ones, by name
   */
  record Answer(int status, String type, String body, Map<String, String> headers) {}

  /**
   * Answers a request.
   *
   * <p>Without the attribute the request did not come through a console, and so perhaps without a
   * password: a servlet that is registered as a service could be published by another bundle as
   * well.
   *
   * @param method HTTP's, in capitals
   * @param path the path within the console; null for none
   * @param root the request's attribute {@link #ROOT}
   * @param length of the request's body, in bytes; negative if that is not known
   * @param given the form's token, looked for only where it is needed; null if the address has a
   *     query, because a servlet does not tell its parameters from the body's
   */
  Answer answer(
      String method,
      @Nullable String path,
      @Nullable Object root,
      long length,
      Supplier<@Nullable String> given)
      throws IOException {
    if (!(root instanceof String address) || path == null || !path.startsWith("/" + LABEL)) {
      return refusal(404, "No such page.", Map.of());
    }
    String rest = path.substring(1 + LABEL.length());
    return switch (method) {
      case "GET", "HEAD" -> show(rest, address);
      case "POST" -> measure(rest, address, length, given);
      default ->
          refusal(405, "The page takes GET, HEAD and POST.", Map.of("Allow", "GET, HEAD, POST"));
    };
  }

  /**
   * Answers GET. The page and JSON are not stored, because the page has the token and both change
   * by themselves; style and script are asked for anew each time, because an updated bundle may
   * have others.
   */
  private Answer show(String rest, String root) throws IOException {
    return switch (rest) {
      case "", "/" ->
          found(
              "text/html",
              "no-store",
              PageHtml.of(
                  root, token, measuring.state(), page.isMeasured(), sections.get().orElse(null)));
      case ".json" ->
          json.get().map(text -> found(JSON, "no-store", text + "\n")).orElseGet(Plugin::later);
      case PROGRESS -> found(JSON, "no-store", progress(measuring.state(), page.isSelected()));
      case STYLE -> found("text/css", "no-cache", page.style() + resource("bar.css"));
      case SCRIPT -> found("text/javascript", "no-cache", resource("page.js"));
      default -> refusal(404, "No such page.", Map.of());
    };
  }

  /** Asks a script to come again: it finds the seconds in a header of HTTP's. */
  private static Answer later() {
    return refusal(
        503,
        "No counter has been selected yet; ask again in a second.",
        Map.of("Cache-Control", "no-store", "Retry-After", "1"));
  }

  /**
   * Answers POST: starts a measurement, or joins the one that runs. 303 has the browser GET the
   * page, so that reloading it does not post again.
   */
  private Answer measure(String rest, String root, long length, Supplier<@Nullable String> given) {
    if (!rest.isEmpty() && !rest.equals("/")) {
      return refusal(404, "No such page.", Map.of());
    }
    if (length > MAX_FORM) {
      return tooLarge();
    }
    String sent;
    try {
      sent = given.get();
    } catch (RuntimeException e) { // a container's own limit, of a body of unknown length
      return tooLarge();
    }
    if (!isOurs(sent)) {
      return refusal(
          403, "This form is not from this page, or has expired; reload the page.", Map.of());
    }
    measuring.start();
    return new Answer(303, "", "", Map.of("Location", root));
  }

  private static Answer tooLarge() {
    return refusal(
        413,
        "The form must have the token alone, in at most "
            + MAX_FORM
            + " bytes; press the page's button instead.",
        Map.of());
  }

  /**
   * A page of another site can have a browser post here, with its password, but not know this: it
   * may not read our page. Compared in a time that does not tell how much of it was right.
   */
  private boolean isOurs(@Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the state for the script and for others' scripts: docs/webconsole.md has its words. */
  private static String progress(PageMeasurement.State state, boolean isSelected) {
    String phase = isSelected ? state.status().name().toLowerCase(Locale.ROOT) : "selecting";
    return String.format(
        Locale.ROOT, "{\"state\":\"%s\",\"progress\":%.3f}%n", phase, state.progress());
  }

  private static Answer found(String type, String caching, String body) {
    return new Answer(200, type, body, Map.of("Cache-Control", caching));
  }

  private static Answer refusal(int status, String sentence, Map<String, String> headers) {
    return new Answer(status, "text/plain", sentence + "\n", headers);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Plugin.class.getResourceAsStream(name)) {
      Objects.requireNonNull(in, name + " is missing in the bundle");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
