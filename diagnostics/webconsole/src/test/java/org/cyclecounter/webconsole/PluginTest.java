// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of the page, by either servlet API. */
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
  void pageHasSectionsAndFormAndRunsNothingAtRest() throws Exception {
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
  void postWithTheFormsTokenMeasuresOnceAndSaysHowFarItIs() throws Exception {
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
  void saysThatPicturesAreGoneAfterAnotherSelection() throws Exception {
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
            plugin.answer(method, "/cyclecounter" + path, null, 0, PluginTest::anyToken);
        assertThat(stray.status()).isEqualTo(404);
        assertThat(stray.body()).isEqualTo("No such page.\n");
      }
    }
  }

  private static String anyToken() {
    throw new AssertionError("looked for");
  }

  @Test
  void answersUnknownPathByNotFoundAndOtherMethodByNotAllowed() throws Exception {
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

  @ParameterizedTest
  @ValueSource(strings = {"", ".json"})
  void makesPageOnceForAllRequestsThatWaitForIt(String which) throws Exception {
    for (FutureTask<Integer> answer : together(which)) {
      assertThat(answer.get(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(200);
    }
    assertThat(page.made.availablePermits()).as("one more, begun after the others came").isOne();
    get(which);
    assertThat(page.made.availablePermits()).as("a request alone has its own").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".json"})
  void failureIsNoPage(String which) throws Exception {
    page.broken = new IllegalStateException("the selector has been stopped");
    for (FutureTask<Integer> answer : together(which)) {
      assertThatThrownBy(() -> answer.get(LIMIT_S, TimeUnit.SECONDS)).hasCause(page.broken);
    }
    page.broken = null;
    assertThat(get(which).status()).isEqualTo(200);
  }

  /** Requests of which all others wait while the page is made for the first one. */
  private List<FutureTask<Integer>> together(String which) throws Exception {
    List<FutureTask<Integer>> answers = new ArrayList<>();
    List<Thread> requests = new ArrayList<>();
    page.goesOn = new CountDownLatch(1);
    try {
      for (int i = 0; i < 20; i++) {
        answers.add(new FutureTask<>(() -> get(which).status()));
        requests.add(new Thread(answers.get(i)));
        requests.get(i).start();
        if (i == 0) {
          assertThat(page.made.tryAcquire(LIMIT_S, TimeUnit.SECONDS)).isTrue();
        }
      }
      long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
      while (requests.stream().anyMatch(request -> request.getState() == State.RUNNABLE)) {
        assertThat(System.nanoTime()).isLessThan(endNs);
        Thread.sleep(5);
      }
    } finally {
      page.goesOn.countDown();
    }
    return answers;
  }

  @Test
  void askingForProgressMakesNoPage() throws Exception {
    progress();
    assertThat(page.made.availablePermits()).isZero();
  }

  @Test
  void refusesFormThatIsTooLarge() throws Exception {
    long large = 30_000_000;
    Plugin.Answer unread = ScriptedExchange.post(plugin, large, PluginTest::anyToken);
    assertThat(unread.status()).isEqualTo(413);
    assertThat(unread.body()).contains("1024 bytes").hasLineCount(1);
    Plugin.Answer unknown =
        ScriptedExchange.post(
            plugin,
            -1,
            () -> {
              throw new IllegalStateException("Form is larger than max length 200000");
            });
    assertThat(unknown).isEqualTo(unread);
    String token = token();
    assertThat(ScriptedExchange.post(plugin, 6 + token.length(), () -> token).status())
        .isEqualTo(303);
  }

  private Plugin.Answer get(String which) throws IOException {
    return ScriptedExchange.of(plugin, "GET", "/cyclecounter" + which);
  }

  @Test
  void pageWaitsForTheFirstSelection() throws Exception {
    page.sections = Optional.empty();
    assertThat(html())
        .contains("The counters are being selected", "http-equiv=\"refresh\"", "disabled");
    assertThat(progress()).contains("\"state\":\"selecting\"");
    assertThat(ScriptedExchange.of(plugin, "GET", "/cyclecounter.json").status()).isEqualTo(503);
  }

  @Test
  void saysFailureEscapedAndMeasuresAnew() throws Exception {
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
  void escapesInSectionsWhatTheConsoleWouldReplace() throws Exception {
    page.sections = Optional.of("<td title=\"${head.title}\">${app.root} costs $5</td>");
    assertThat(html())
        .contains("<td title=\"&#36;{head.title}\">&#36;{app.root} costs &#36;5</td>");
  }
}
