// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.cyclecounter.itest.osgi.Container;
import org.cyclecounter.itest.osgi.FullStack;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;

/** The live page in Felix's Web Console. */
class WebConsolePageIT {

  private static final String PAGE = "cyclecounter";
  private static final String OURS = ".cyclecounter.console";

  @TempDir private static Path storage;
  private static FullStack stack;
  private static URI server;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    stack = FullStack.start(storage, Map.of());
    stack.shell("cyclecounter:select"); // with all providers; the first may have been earlier
    Container.await(() -> stack.console(PAGE).statusCode() == 200, "page of the plug-in");
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
  void pressingTheButtonShowsABarAndThenThePictures() throws Exception {
    open(1280, "light", "screen");
    browser.requests();
    browser.console();
    press();
    Container.await(() -> !texts(".bar progress").isEmpty(), "bar");
    browser.screenshot("console-running");
    awaitMeasured();
    assertThat(browser.all(".counter svg.plot .curve")).isNotEmpty();
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

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "light, 1280, light, screen",
    "dark, 1280, dark, screen",
    "phone, 360, light, screen",
    "print, 794, dark, print"
  })
  void isAccessibleAndAsLightAsTheConsoleAroundIt(
      String name, int width, String scheme, String medium) throws Exception {
    open(width, scheme, medium);
    if (browser.all(".counter svg.plot").isEmpty()) {
      measure();
      open(width, scheme, medium);
    }
    browser.screenshot("console-" + name);
    assertThat(browser.violationsWithin(OURS)).isEmpty();
    String ours = "document.querySelector('" + OURS + "')";
    assertThat(browser.number("return " + ours + ".scrollWidth"))
        .isLessThanOrEqualTo(browser.number("return " + ours + ".clientWidth"));
    if (medium.equals("screen")) { // in a dark browser, too
      String style = "return Number(getComputedStyle(" + ours + ")";
      assertThat(browser.number(style + ".backgroundColor.match(/\\d+/)[0])")).isEqualTo(255);
      assertThat(browser.number(style + ".colorScheme === 'light')")).isEqualTo(1);
    }
  }
}
