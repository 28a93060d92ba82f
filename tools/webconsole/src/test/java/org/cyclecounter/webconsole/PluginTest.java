// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the page answers, whichever servlet API brings the request. */
class PluginTest {

  private static final long LIMIT_S = 120;
  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]{32})\"");

  private final ScriptedPage page = new ScriptedPage();
  private final Plugin plugin = new Plugin(page);

  @AfterEach
  void close() {
    plugin.close();
  }

  private String html() throws IOException {
    Plugin.Answer exchange = ScriptedExchange.of(plugin, "GET", "/cyclecounter");
    assertThat(exchange.status()).isEqualTo(200);
    assertThat(exchange.type()).isEqualTo("text/html");
    assertThat(exchange.headers()).containsEntry("Cache-Control", "no-store");
    return exchange.body();
  }

  private String token() throws IOException {
    Matcher token = TOKEN.matcher(html());
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  private String progress() throws IOException {
    return ScriptedExchange.of(plugin, "GET", "/cyclecounter/progress.json").body().strip();
  }

  private void awaitEnd() throws Exception {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
    while (progress().contains("running")) {
      assertThat(System.nanoTime()).isLessThan(endNs);
      Thread.sleep(5);
    }
  }

  @Test
  void thePageHasTheSectionsAndAFormAndRunsNothingAtRest() throws Exception {
    assertThat(html())
        .contains(
            "<section>selected</section>",
            "<form class=\"bar\" method=\"post\" action=\"/system/console/cyclecounter\">",
            ">Measure<")
        .contains("href=\"/system/console/cyclecounter.json\"")
        .doesNotContain("<script", "http-equiv", "onclick", "style=");
    assertThat(progress()).isEqualTo("{\"state\":\"none\",\"progress\":0.000}");
    assertThat(page.measurements).hasValue(0);
  }

  @Test
  void aPostWithTheFormsTokenMeasuresOnceAndSaysHowFarItIs() throws Exception {
    String token = token();
    Plugin.Answer posted = ScriptedExchange.post(plugin, token);
    assertThat(posted.status()).isEqualTo(303);
    assertThat(posted.headers()).containsEntry("Location", "/system/console/cyclecounter");
    assertThat(page.halfway.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    assertThat(progress()).isEqualTo("{\"state\":\"running\",\"progress\":0.500}");
    assertThat(html())
        .contains("<progress id=\"measuring\" max=\"100\" value=\"50\">50 %</progress>")
        .contains("<button type=\"submit\" disabled>")
        .contains("<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>")
        .contains("<script src=\"/system/console/cyclecounter/page.js\" data-progress=")
        .contains("<section>selected</section>");
    assertThat(ScriptedExchange.post(plugin, token).status()).isEqualTo(303); // not a second one
    page.goOn.countDown();
    awaitEnd();
    assertThat(progress()).isEqualTo("{\"state\":\"done\",\"progress\":1.000}");
    assertThat(html())
        .containsPattern("Measured at \\d\\d:\\d\\d:\\d\\d, in \\d+\\.\\d seconds\\.")
        .contains(">Measure again<")
        .doesNotContain("<script", "http-equiv");
    assertThat(page.measurements).hasValue(1);
  }

  @Test
  void whenCountersWereSelectedMeanwhileThePageSaysThatItsPicturesAreGone() throws Exception {
    page.goOn.countDown();
    ScriptedExchange.post(plugin, token());
    awaitEnd();
    page.measured = false;
    assertThat(html()).contains("selected again since", ">Measure<");
  }

  @Test
  void refusesPostWithoutTheTokenOfItsOwnForm() throws Exception {
    Plugin other = new Plugin(page);
    other.close();
    for (String token : Arrays.asList(null, "", "\u202e", token())) {
      Plugin.Answer posted = ScriptedExchange.post(other, token);
      assertThat(posted.status()).isEqualTo(403);
      assertThat(posted.body()).contains("reload the page");
    }
    assertThat(page.measurements).hasValue(0);
  }

  @Test
  void servesNothingToRequestThatNoConsoleHasPassedOn() throws Exception {
    for (String path : List.of("", ".json", "/progress.json", "/page.css", "/page.js")) {
      for (String method : List.of("GET", "POST", "HEAD")) {
        Plugin.Answer stray =
            plugin.answer(method, "/cyclecounter" + path, null, PluginTest::anyToken);
        assertThat(stray.status()).isEqualTo(404);
        assertThat(stray.body()).isEqualTo("No such page.\n");
      }
    }
  }

  private static String anyToken() {
    throw new AssertionError("looked for");
  }

  @Test
  void whatIsNotThereIsNotFoundAndOtherMethodsAreNotAllowed() throws Exception {
    for (String path : new String[] {"/cyclecounter/other", "/cyclecounter.txt", "/else"}) {
      assertThat(ScriptedExchange.of(plugin, "GET", path).status()).isEqualTo(404);
    }
    assertThat(ScriptedExchange.of(plugin, "POST", "/cyclecounter.json").status()).isEqualTo(404);
    Plugin.Answer put = ScriptedExchange.of(plugin, "PUT", "/cyclecounter");
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.headers()).containsEntry("Allow", "GET, HEAD, POST");
  }

  @Test
  void jsonStyleAndScriptHaveTheirTypes() throws Exception {
    Plugin.Answer json = ScriptedExchange.of(plugin, "GET", "/cyclecounter.json");
    assertThat(json.type()).isEqualTo("application/json");
    assertThat(json.body()).isEqualTo("{\"implementation\":\"a-counter\"}\n");
    Plugin.Answer style = ScriptedExchange.of(plugin, "GET", "/cyclecounter/page.css");
    assertThat(style.type()).isEqualTo("text/css");
    assertThat(style.body()).contains(page.style(), ".cyclecounter .bar").doesNotContain("url(");
    Plugin.Answer script = ScriptedExchange.of(plugin, "GET", "/cyclecounter/page.js");
    assertThat(script.type()).isEqualTo("text/javascript");
    assertThat(script.body()).contains("data-progress").doesNotContain("innerHTML", "eval");
  }

  @Test
  void atMostTwoRequestsForJsonAreMeasuredAtOnce() throws Exception {
    page.jsonGoesOn = new CountDownLatch(1);
    ExecutorService others = Executors.newFixedThreadPool(2);
    try {
      List<Future<Plugin.Answer>> slow =
          List.of(others.submit(this::json), others.submit(this::json));
      assertThat(page.jsonBegun.tryAcquire(2, LIMIT_S, TimeUnit.SECONDS)).isTrue();
      Plugin.Answer third = json();
      assertThat(third.status()).isEqualTo(503);
      assertThat(third.headers()).containsEntry("Retry-After", "1");
      page.jsonGoesOn.countDown();
      for (Future<Plugin.Answer> first : slow) {
        assertThat(first.get(LIMIT_S, TimeUnit.SECONDS).status()).isEqualTo(200);
      }
    } finally {
      page.jsonGoesOn.countDown();
      others.shutdown();
    }
    assertThat(json().status()).isEqualTo(200);
  }

  private Plugin.Answer json() throws IOException {
    return ScriptedExchange.of(plugin, "GET", "/cyclecounter.json");
  }

  @Test
  void beforeTheFirstSelectionThePageWaitsForIt() throws Exception {
    page.sections = Optional.empty();
    assertThat(html())
        .contains("The counters are being selected", "http-equiv=\"refresh\"", "disabled");
    assertThat(progress()).contains("\"state\":\"selecting\"");
    assertThat(ScriptedExchange.of(plugin, "GET", "/cyclecounter.json").status()).isEqualTo(503);
  }

  @Test
  void aFailureIsSaidAndEscapedAndTheNextMeasurementIsANewOne() throws Exception {
    page.failure = new IllegalStateException("<img src=x onerror=y> ${app.root} \u202e & \u0007");
    page.goOn.countDown();
    ScriptedExchange.post(plugin, token());
    awaitEnd();
    assertThat(html())
        .contains("The measurement failed: &lt;img src=x onerror=y&gt; &#36;{app.root} [U+202E]")
        .contains("&amp; [U+0007]")
        .doesNotContain("<img", "${");
    page.failure = null;
    ScriptedExchange.post(plugin, token());
    awaitEnd();
    assertThat(progress()).contains("done");
  }

  @Test
  void whatTheConsoleWouldReplaceIsEscapedInTheSections() throws Exception {
    page.sections = Optional.of("<td title=\"${head.title}\">${app.root} costs $5</td>");
    assertThat(html())
        .contains("<td title=\"&#36;{head.title}\">&#36;{app.root} costs &#36;5</td>");
  }
}
