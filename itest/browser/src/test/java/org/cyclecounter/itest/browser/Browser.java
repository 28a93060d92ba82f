// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.print.PrintOptions;

/** A headless Chromium that records a page's requests and complaints. */
final class Browser implements AutoCloseable {

  private static final List<Path> CHROMIUM =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path SCREENSHOTS = Path.of(System.getProperty("screenshots"));

  /** A picture of a longer page would not help anybody. */
  private static final int MAX_HEIGHT = 12_000;

  private final ChromeDriver driver;

  Browser() {
    Path chromium = CHROMIUM.stream().filter(Files::isExecutable).findFirst().orElse(null);
    assertThat(chromium != null && Files.isExecutable(DRIVER))
        .as("chromium and chromedriver are installed: itest/browser/run does that")
        .isTrue();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox", // root has none
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--hide-scrollbars",
        "--no-first-run",
        "--disable-component-update",
        "--disable-background-networking");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
  }

  /** Opens a file at a width, as light or dark, for a screen or for print. */
  void open(Path page, int width, String scheme, String medium) {
    open(page.toUri().toString(), width, scheme, medium);
  }

  /** Opens an address, likewise, and forgets the previous page's requests and messages. */
  void open(String address, int width, String scheme, String medium) {
    driver.manage().window().setSize(new Dimension(width, 900));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    requests(); // those of the page before
    console();
    driver.get(address);
  }

  /** Sets if pages may run scripts. */
  void setScripts(boolean allowed) {
    driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** A picture of the whole page, in the build's artefacts. */
  Path screenshot(String name) throws IOException {
    return screenshot(name, number("return document.documentElement.scrollHeight"));
  }

  /** A picture of the page's top, likewise. */
  Path screenshot(String name, int pageHeight) throws IOException {
    int height = Math.min(MAX_HEIGHT, pageHeight);
    int width = number("return document.documentElement.clientWidth");
    Object data =
        driver
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                    "format",
                    "png",
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)))
            .get("data");
    return keep(name + ".png", (String) data);
  }

  /** The page as it is printed. */
  Path pdf(String name) throws IOException {
    return keep(name + ".pdf", driver.print(new PrintOptions()).getContent());
  }

  private static Path keep(String name, String base64) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    return Files.write(SCREENSHOTS.resolve(name), Base64.getDecoder().decode(base64));
  }

  int number(String script) {
    return ((Number) driver.executeScript(script)).intValue();
  }

  /** Returns axe-core's objections, one sentence for each element. */
  List<String> violations() {
    return violations(new AxeBuilder());
  }

  /** Returns its objections within elements of a third party's page. */
  List<String> violationsWithin(String selector) {
    return violations(new AxeBuilder().include(selector));
  }

  private List<String> violations(AxeBuilder axe) {
    Results results = axe.analyze(driver);
    List<String> violations = new ArrayList<>();
    for (Rule rule : results.getViolations()) {
      rule.getNodes()
          .forEach(
              node -> violations.add(rule.getId() + ": " + rule.getHelp() + ": " + node.getHtml()));
    }
    assertThat(results.getPasses()).as("rules that axe-core applied").isNotEmpty();
    return violations;
  }

  /** Returns the console's messages since the last call. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses that were asked for since this was asked last. */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE).getAll()) {
      String message = entry.getMessage();
      if (message.contains("\"Network.requestWillBeSent\"")) {
        addresses.add(message.replaceFirst("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"));
      }
    }
    return addresses;
  }

  /** Elements that stick out of the page's right edge. */
  List<String> stickingOut() {
    List<?> found =
        (List<?>)
            driver.executeScript(
                "return [...document.querySelectorAll('body *')].filter(e =>"
                    + " e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
                    + ".map(e => e.outerHTML.slice(0, 120))");
    return found.stream().map(String::valueOf).toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
