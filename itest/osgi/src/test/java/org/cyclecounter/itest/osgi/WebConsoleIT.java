// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.HostileProvider;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;

/**
 * The plug-in in Felix's Web Console 5, over HTTP: in one container, with a plug-in that is
 * installed anew for each test, as all that is known of a measurement is the plug-in's.
 */
class WebConsoleIT {

  private static final String PLUGIN = "cyclecounter-webconsole";
  private static final String SERVLET = "jakarta.servlet.Servlet";
  private static final String LABEL = "(felix.webconsole.label=cyclecounter)";
  private static final String THREAD = "cyclecounter-webconsole";

  /** More than {@link FullStack} has the frameworks' logs keep. */
  private static final int LOGGED = 1200;

  @TempDir private static Path storage;
  private static FullStack stack;
  private PluginPage site;
  private Bundle plugin;

  @BeforeAll
  static void start() throws Exception {
    stack = FullStack.start(storage);
  }

  @AfterAll
  static void stop() throws Exception {
    stack.close();
  }

  @BeforeEach
  void install() throws Exception {
    site = new PluginPage(stack);
    stack.service(Ours.COUNTER);
    plugin = stack.container().run(PLUGIN).get(0);
    stack.shell("cyclecounter:select"); // with all providers; the first may have been earlier
    site.awaitPage();
  }

  @AfterEach
  void uninstall() throws Exception {
    plugin.uninstall();
    stack.container().refresh();
  }

  private boolean isOffered() {
    return !stack.container().services(SERVLET, LABEL).isEmpty();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(THREAD))
        .count();
  }

  private List<String> counters() throws Exception {
    return Ours.reportLines(stack.container()).stream().map(line -> line.split(" ")[0]).toList();
  }

  @Test
  void withoutThePasswordNothingIsServed() throws Exception {
    for (String path :
        List.of(
            PluginPage.PAGE,
            PluginPage.PAGE + ".json",
            PluginPage.PAGE + "/progress.json",
            PluginPage.PAGE + "/page.css",
            PluginPage.PAGE + "/page.js",
            PluginPage.PAGE + "/other")) {
      HttpResponse<String> refused = stack.send(stack.anonymous(path));
      assertThat(refused.statusCode()).as(path).isEqualTo(401);
      assertThat(refused.body()).doesNotContain("cycles", "default-zero");
    }
    assertThat(site.post(stack.anonymous(PluginPage.PAGE), "token=" + site.token()).statusCode())
        .isEqualTo(401);
    assertThat(site.progress()).contains("none");
    // The servlet is the console's alone.
    for (String path : List.of("/cyclecounter", "/", "/cyclecounter.json")) {
      URI stray = stack.address().resolve(path);
      assertThat(stack.send(HttpRequest.newBuilder(stray)).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void thePageHasARowForEveryCounterWithinTheConsolesFrame() throws Exception {
    String page = site.page();
    assertThat(counters()).hasSizeGreaterThan(10).contains("default-zero");
    for (String counter : counters()) {
      assertThat(page)
          .contains("role=\"rowheader\" scope=\"row\"><bdi class=\"name\">" + counter + "</bdi>");
    }
    assertThat(page)
        .containsSubsequence("<h1>", "CycleCounter", "class=\"cyclecounter console\"", "<h2")
        .contains("/system/console/cyclecounter/page.css")
        .contains(">Measure<");
    HttpResponse<String> style = stack.console(PluginPage.PAGE + "/page.css");
    assertThat(style.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/css");
    assertThat(style.body()).contains(".cyclecounter .counters", ".cyclecounter .bar");
    HttpResponse<String> script = stack.console(PluginPage.PAGE + "/page.js");
    assertThat(script.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/javascript");
    assertThat(script.body()).doesNotContain("<html");
    assertThat(stack.console("bundles").body()).contains("/cyclecounter\""); // in the menu
  }

  @Test
  void jsonIsTheInventorysDocument() throws Exception {
    HttpResponse<String> json = stack.console(PluginPage.PAGE + ".json");
    assertThat(json.statusCode()).isEqualTo(200);
    assertThat(json.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    Map<?, ?> ours = parsed(json.body());
    Map<?, ?> inventorys = parsed(stack.console("status-cyclecounter.json").body());
    assertThat(List.copyOf(ours.keySet())).isEqualTo(List.copyOf(inventorys.keySet()));
    assertThat(ours.get("implementation")).isEqualTo(Ours.names(stack.container()).get(0));
    assertThat((List<?>) ours.get("counters")).hasSameSizeAs(counters());
  }

  /** By the parser of Felix's own that the console brings. */
  private static Map<?, ?> parsed(String json) throws Exception {
    Object parser =
        stack
            .bundle("org.apache.felix.webconsole")
            .loadClass("org.apache.felix.utils.json.JSONParser")
            .getConstructor(CharSequence.class)
            .newInstance(json);
    return (Map<?, ?>) Views.call(parser, "getParsed");
  }

  @Test
  void whatAProviderSaysIsEscapedAndNotReplacedByTheConsole() throws Exception {
    Bundle hostile =
        stack
            .container()
            .install(
                "hostile",
                BundleJar.named("com.example.hostile")
                    .header(Constants.IMPORT_PACKAGE, "org.cyclecounter,org.cyclecounter.spi")
                    .file("META-INF/services/" + Ours.SPI, HostileProvider.class.getName())
                    .classes(HostileProvider.class)
                    .classes(HostileProvider.class.getDeclaredClasses())
                    .bytes());
    try {
      hostile.start();
      showsWhatAHostileProviderSays();
    } finally {
      hostile.uninstall();
    }
  }

  private void showsWhatAHostileProviderSays() throws Exception {
    Container.await(
        () -> Ours.reports(stack.container(), "hostile-clock "), Ours.SOON, "hostile counter");
    site.measure();
    site.awaitProgress("done");
    String page = site.page();
    String content = page.substring(page.indexOf("class=\"cyclecounter console\""));
    assertThat(content)
        .contains("hostile-clock", "&lt;script&gt;alert(1)", "&#36;{app.root} &#36;{head.title}")
        .contains("gnp.exe", "&amp;amp; &quot;quoted&quot; &#39;so&#39;")
        .doesNotContain("<script", "<img", "<b ", "onerror=\"", "${", "\u202e", "\u0007");
    Map<?, ?> json = parsed(stack.console(PluginPage.PAGE + ".json").body());
    assertThat(json.get("counters").toString()).contains("<script>alert(1)</script>");
  }

  @Test
  void aPostWithoutThePagesOwnTokenIsRefused() throws Exception {
    for (String form : List.of("", "token=", "token=0123456789abcdef0123456789abcdef")) {
      HttpResponse<String> refused = site.post(stack.authorized(PluginPage.PAGE), form);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("reload the page");
    }
    // What every AJAX call has is no proof here: the console does not look at it.
    HttpRequest.Builder request =
        stack.authorized(PluginPage.PAGE).header("X-Requested-With", "XMLHttpRequest");
    assertThat(site.post(request, "").statusCode()).isEqualTo(403);
    assertThat(site.progress()).contains("\"none\"");
    assertThat(threads()).isZero();
  }

  @Test
  void aPostMeasuresAnewAndItsProgressEndsAtDone() throws Exception {
    assertThat(site.page()).doesNotContain("<svg");
    String token = site.token();
    HttpResponse<String> posted = site.post(stack.authorized(PluginPage.PAGE), "token=" + token);
    assertThat(posted.statusCode()).isEqualTo(303);
    assertThat(posted.headers().firstValue("Location").orElseThrow())
        .endsWith("/system/console/cyclecounter");
    assertThat(site.post(stack.authorized(PluginPage.PAGE), "token=" + token).statusCode())
        .isEqualTo(303);
    assertThat(threads()).isLessThanOrEqualTo(1);
    List<Double> parts = new ArrayList<>();
    Container.await(
        () -> {
          try {
            Map<?, ?> progress = parsed(site.progress());
            parts.add(((Number) progress.get("progress")).doubleValue());
            return progress.get("state").equals("done");
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        },
        FullStack.LIMIT.multipliedBy(3),
        "end of a measurement");
    assertThat(parts).isSorted();
    assertThat(parts.get(parts.size() - 1)).isEqualTo(1);
    assertThat(parts).anyMatch(part -> part > 0 && part < 1);
    String page = site.page();
    for (String counter : Ours.names(stack.container())) {
      assertThat(page).contains(">" + counter + "</bdi></h3>");
    }
    assertThat(page.split("<svg")).hasSizeGreaterThan(Ours.names(stack.container()).size());
    assertThat(page).containsPattern("Measured at \\d\\d:\\d\\d:\\d\\d, in").contains("again<");
    Container.await(() -> threads() == 0, FullStack.LIMIT, "end of the thread");
    stack.shell("cyclecounter:select");
    assertThat(site.page()).contains("selected again since").doesNotContain("<svg");
  }

  @Test
  void whateverIsStoppedWhileItMeasuresNothingStays() throws Exception {
    Bundle console = stack.bundle("org.apache.felix.webconsole");
    List<Bundle> stopped = List.of(plugin, stack.selector(), console);
    long[] waitsMs = {0, 300, 1500};
    for (int i = 0; i < stopped.size(); i++) {
      for (int j = 0; j < waitsMs.length; j++) {
        // Each bundle at a moment of its own; at every one where there is more time.
        if (i == j || ChurnIT.IS_LONG) {
          stopWhileItMeasures(stopped.get(i), waitsMs[j]);
        }
      }
    }
    site.measure();
    site.awaitProgress("done");
  }

  private void stopWhileItMeasures(Bundle stopped, long waitMs) throws Exception {
    site.measure();
    Thread.sleep(waitMs);
    stopped.stop();
    assertThat(threads()).as("threads after " + stopped).isZero();
    assertThat(isOffered()).isFalse();
    stopped.start();
    site.awaitPage();
    assertThat(site.progress()).doesNotContain("running");
  }

  @Test
  void anUninstalledPlugInLeavesNoClassLoader() throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      site.measure();
      loaders.add(new WeakReference<>(loader(plugin)));
      plugin.uninstall();
      stack.container().refresh();
      assertThat(threads()).isZero();
      assertThat(isOffered()).isFalse();
      plugin = stack.container().run(PLUGIN).get(0);
      site.awaitPage();
    }
    forgetEvents();
    assertThat(Footprint.left(loaders)).isZero();
  }

  /** The log keeps the newest events, each with the service that it was about. */
  private void forgetEvents() {
    for (int i = 0; i < LOGGED; i++) {
      stack.container().context().registerService(Runnable.class, () -> {}, null).unregister();
    }
  }

  private static ClassLoader loader(Bundle bundle) {
    return bundle.adapt(BundleWiring.class).getClassLoader();
  }
}
