// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * The plug-in's page in Felix's Web Console 5, as a browser with the password asks for it. All that
 * is known of a measurement is the plug-in's, until that is stopped.
 */
abstract class ConsoleTests {

  private static final String PAGE = "cyclecounter";
  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]{32})\"");
  private static final String THREAD = "cyclecounter-webconsole";

  /** More than {@link FullStack} has the frameworks' logs keep. */
  private static final int LOGGED = 1200;

  private final FullStack stack;
  private final Container container;

  ConsoleTests(FullStack stack) {
    this.stack = stack;
    container = stack.container();
  }

  private Bundle plugin() {
    return stack.bundle("org.cyclecounter.webconsole");
  }

  private boolean isOffered() {
    return !container
        .services("jakarta.servlet.Servlet", "(felix.webconsole.label=cyclecounter)")
        .isEmpty();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(THREAD))
        .count();
  }

  private String page() throws Exception {
    awaitPage();
    HttpResponse<String> page = stack.console(PAGE);
    assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    return page.body();
  }

  private void awaitPage() throws Exception {
    Ours.newest(container);
    Container.await(() -> stack.console(PAGE).statusCode() == 200, "page of the plug-in");
  }

  private String progress() throws Exception {
    return stack.console(PAGE + "/progress.json").body().strip();
  }

  private HttpResponse<String> post(HttpRequest.Builder request) throws Exception {
    Matcher token = TOKEN.matcher(page());
    assertThat(token.find()).isTrue();
    return stack.send(
        request
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("token=" + token.group(1))));
  }

  /** A console that has just been started registers anew, and has no page meanwhile. */
  private void measure() throws Exception {
    Container.await(
        () -> post(stack.authorized(PAGE)).statusCode() == 303, "beginning of a measurement");
  }

  /** By the parser of Felix's own that the console brings. */
  private Map<?, ?> parsed(String json) throws Exception {
    Object parser =
        stack
            .bundle("org.apache.felix.webconsole")
            .loadClass("org.apache.felix.utils.json.JSONParser")
            .getConstructor(CharSequence.class)
            .newInstance(json);
    return (Map<?, ?>) Views.call(parser, "getParsed");
  }

  @Test
  void servesNothingWithoutPasswordOrOutsideOfConsole() throws Exception {
    for (String path : List.of("", ".json", "/progress.json", "/page.css", "/page.js", "/other")) {
      HttpResponse<String> refused = stack.send(stack.anonymous(PAGE + path));
      assertThat(refused.statusCode()).as(path).isEqualTo(401);
      assertThat(refused.body()).doesNotContain("cycles", "default-zero");
    }
    assertThat(post(stack.anonymous(PAGE)).statusCode()).isEqualTo(401);
    for (String path : List.of("/cyclecounter", "/", "/cyclecounter.json")) {
      URI stray = stack.address().resolve(path);
      assertThat(stack.send(HttpRequest.newBuilder(stray)).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void pageHasRowForEveryCounterWithinTheConsolesFrame() throws Exception {
    String page = page();
    assertThat(Ours.reported(container)).hasSizeGreaterThan(10).contains("default-zero");
    for (String counter : Ours.reported(container)) {
      assertThat(page)
          .contains("role=\"rowheader\" scope=\"row\"><bdi class=\"name\">" + counter + "</bdi>");
    }
    assertThat(page)
        .containsSubsequence("<h1>", "CycleCounter", "class=\"cyclecounter console\"", "<h2")
        .contains("/system/console/cyclecounter/page.css");
    HttpResponse<String> style = stack.console(PAGE + "/page.css");
    assertThat(style.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/css");
    assertThat(style.body()).contains(".cyclecounter .counters", ".cyclecounter .bar");
    assertThat(stack.console(PAGE + "/page.js").body()).doesNotContain("<html");
    assertThat(stack.console("bundles").body()).contains("/cyclecounter\""); // in the menu
  }

  @Test
  void jsonIsTheInventorysDocument() throws Exception {
    awaitPage();
    HttpResponse<String> json = stack.console(PAGE + ".json");
    assertThat(json.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    Map<?, ?> ours = parsed(json.body());
    Map<?, ?> inventorys = parsed(stack.console("status-cyclecounter.json").body());
    assertThat(List.copyOf(ours.keySet())).isEqualTo(List.copyOf(inventorys.keySet()));
    assertThat(ours.get("implementation")).isEqualTo(Ours.names(container).get(0));
    assertThat((List<?>) ours.get("counters")).hasSameSizeAs(Ours.reported(container));
  }

  @Test
  void consoleShowsTheInventorysTableAndTheConfiguration() throws Exception {
    assertThat(stack.console("status-cyclecounter.txt").body())
        .contains("counter ", "default-monotonic", " cycles per second (")
        .containsPattern("selected in [\\d.]+ ms");
    assertThat(stack.console("configMgr").body()).contains(FullStack.PID, "CycleCounter");
  }

  @Test
  void endsMeasurementWhenBundleStops() throws Exception {
    Bundle console = stack.bundle("org.apache.felix.webconsole");
    for (Bundle stopped : List.of(plugin(), stack.bundle("org.cyclecounter.selector"), console)) {
      measure();
      assertThat(threads()).isLessThanOrEqualTo(1); // none if it has ended
      stopped.stop();
      Container.await(() -> threads() == 0, "end of the thread after " + stopped);
      assertThat(isOffered()).isFalse();
      stopped.start();
      awaitPage();
      assertThat(progress()).doesNotContain("running");
    }
  }

  @Tag("long")
  @Test
  void uninstalledPlugInLeavesNoClassLoader() throws Exception {
    measure();
    WeakReference<ClassLoader> loader =
        new WeakReference<>(plugin().adapt(BundleWiring.class).getClassLoader());
    plugin().uninstall();
    container.refresh();
    Container.await(() -> threads() == 0, "end of the thread");
    assertThat(isOffered()).isFalse();
    container.run("cyclecounter-webconsole");
    awaitPage();
    forgetEvents();
    assertThat(Footprint.left(List.of(loader))).isZero();
  }

  /** The log keeps the newest events, each with the service that it was about. */
  private void forgetEvents() {
    for (int i = 0; i < LOGGED; i++) {
      container.context().registerService(Runnable.class, () -> {}, null).unregister();
    }
  }
}
