// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What {@code measure --html} writes of three methods of the JDK. */
class MeasurePageIT {

  private static final int MAX_BYTES = 200_000;
  private static final int RUNS = 15;

  private static Browser browser;
  private static Path page;

  @BeforeAll
  static void makeThePageAndStart(@TempDir Path folder) throws Exception {
    page = folder.resolve("measure.html");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-p",
            System.getProperty("mods"),
            "-m",
            "org.cyclecounter.tools",
            "measure",
            "java.lang.System#nanoTime",
            "java.lang.System#currentTimeMillis",
            "java.util.OptionalInt#empty",
            "--seconds=0.02",
            "--limit=20",
            "--runs=" + RUNS,
            "--html=" + page);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "light, 1280, light, screen",
    "dark, 1280, dark, screen",
    "phone, 360, light, screen",
    "phone-dark, 360, dark, screen",
    "print, 794, dark, print"
  })
  void thePage(String name, int width, String scheme, String medium) throws Exception {
    browser.open(page, width, scheme, medium);
    browser.screenshot("measure-" + name);
    assertThat(browser.requests()).containsExactly(page.toUri().toString());
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.console()).isEmpty();
    assertThat(browser.stickingOut()).isEmpty();
  }

  @Test
  void everyOperationHasItsDotItsIntervalAndItsRow() throws Exception {
    assertThat(Files.size(page)).isLessThan(MAX_BYTES);
    browser.open(page, 1280, "light", "screen");
    List<WebElement> rows = browser.all(".costs tbody th");
    assertThat(rows).hasSizeGreaterThan(2);
    List<WebElement> plots = browser.all("svg.plot");
    assertThat(plots).hasSize(2);
    assertThat(plots.get(0).findElements(By.cssSelector(".dot"))).hasSameSizeAs(rows);
    assertThat(plots.get(0).findElements(By.cssSelector(".interval"))).hasSize(3 * rows.size());
    assertThat(plots.get(0).findElements(By.cssSelector(".raw"))).hasSameSizeAs(rows);
    assertThat(plots.get(1).findElements(By.cssSelector(".dot"))).hasSize(rows.size() - 1);
    assertThat(browser.all(".costs td[data-label=Runs]"))
        .allMatch(cell -> cell.getText().matches("[0-9]+( of [0-9]+)?(, .* disturbed)?"));
  }
}
