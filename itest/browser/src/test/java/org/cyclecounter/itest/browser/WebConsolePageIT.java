// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.cyclecounter.itest.osgi.Container;
import org.cyclecounter.itest.osgi.FullStack;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;

/** The live page in Felix's Web Console. */
class WebConsolePageIT {

  private static final String PAGE = "cyclecounter";
  private static final String OURS = ".cyclecounter.console";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private static Path storage;
  private static FullStack stack;
  private static URI server;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    stack = FullStack.start(storage);
    stack.service("org.cyclecounter.CycleCounter");
    stack.container().run("cyclecounter-webconsole");
    stack.shell("cyclecounter:select"); // with all providers; the first may have been earlier
    Container.await(() -> isThere(), LIMIT, "page of the plug-in");
    server = stack.address();
    browser = new Browser();
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    stack.close();
  }

  private static boolean isThere() {
    try {
      return stack.console(PAGE).statusCode() == 200;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void open(int width, String scheme, String medium) {
    String address = server.resolve(FullStack.CONSOLE + PAGE).toString();
    browser.open(
        address.replace("http://", "http://admin:admin@"), // the console's own password
        width,
        scheme,
        medium);
  }

  private static void press() {
    browser.all(".bar button").get(0).click();
  }

  private static void awaitMeasured() throws Exception {
    Container.await(
        () -> texts(".bar p").stream().anyMatch(text -> text.startsWith("Measured at ")),
        LIMIT,
        "measured page");
  }

  /** Empty while the page is being replaced. */
  private static List<String> texts(String selector) {
    try {
      return browser.all(selector).stream().map(WebElement::getText).toList();
    } catch (WebDriverException e) {
      return List.of();
    }
  }

  private static void measure() throws Exception {
    open(1280, "light", "screen");
    press();
    awaitMeasured();
  }

  @Test
  void pressingTheButtonShowsABarAndThenEveryCounterAndItsPictures() throws Exception {
    open(1280, "light", "screen");
    browser.requests();
    browser.console();
    press();
    Container.await(() -> !texts(".bar progress").isEmpty(), LIMIT, "bar");
    browser.screenshot("console-running");
    awaitMeasured();
    List<String> rows = texts(".counters tbody th");
    assertThat(rows).contains("default-monotonic", "default-zero").hasSizeGreaterThan(10);
    long rejected = texts(".counters .badge").stream().filter("rejected"::equals).count();
    List<WebElement> usable = browser.all(".counter");
    assertThat(usable).hasSize(rows.size() - (int) rejected);
    for (WebElement counter : usable) {
      assertThat(counter.findElements(By.cssSelector("svg.plot .curve"))).hasSize(2);
    }
    assertThat(browser.requests())
        .anyMatch(address -> address.endsWith("/progress.json"))
        .filteredOn(address -> !address.startsWith("data:")) // pictures within the console's styles
        .allMatch(address -> address.replace("admin:admin@", "").startsWith(server.toString()));
    assertThat(browser.console()).noneMatch(line -> line.contains(PAGE + "/"));
  }

  @Test
  void withoutScriptsThePageReloadsUntilItIsMeasured() throws Exception {
    browser.setScripts(false);
    try {
      measure();
    } finally {
      browser.setScripts(true);
    }
    assertThat(browser.requests()).noneMatch(address -> address.endsWith("/progress.json"));
  }

  @Test
  void inADarkBrowserItIsAsLightAsTheConsoleAroundIt() throws Exception {
    measure();
    open(1280, "dark", "screen");
    String style = "return Number(getComputedStyle(document.querySelector('" + OURS + "'))";
    assertThat(browser.number(style + ".backgroundColor.match(/\\d+/)[0])")).isEqualTo(255);
    assertThat(browser.number(style + ".colorScheme === 'light')")).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "light, 1280, light, screen",
    "dark, 1280, dark, screen",
    "phone, 360, light, screen",
    "print, 794, dark, print"
  })
  void itIsAccessible(String name, int width, String scheme, String medium) throws Exception {
    measure();
    open(width, scheme, medium);
    browser.screenshot("console-" + name);
    assertThat(browser.violationsWithin(OURS)).isEmpty();
    int right = browser.number("return document.querySelector('" + OURS + "').scrollWidth");
    assertThat(right)
        .isLessThanOrEqualTo(
            browser.number("return document.querySelector('" + OURS + "').clientWidth"));
  }
}
