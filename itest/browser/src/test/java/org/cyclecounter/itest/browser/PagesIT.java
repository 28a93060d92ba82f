// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.WebElement;

/**
 * Looks at pages that {@code info --html} writes on this machine and of a hostile provider, and
 * {@code measure --html} of three methods of the JDK and of an operation at several sizes. Unit
 * tests check their contents.
 */
class PagesIT {

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void makePagesAndStart() throws Exception {
    run("info", "--html", page("machine").toString());
    run(
        "measure",
        "java.lang.System#nanoTime",
        "java.lang.System#currentTimeMillis",
        "java.util.OptionalInt#empty",
        "--seconds=0.02",
        "--limit=60",
        "--runs=15",
        "--html=" + page("measure"));
    run("measure", "--demo", "--only=SHA", "--seconds=0.02", "--html=" + page("sizes"));
    HostilePage.write(page("hostile"));
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path page(String name) {
    return folder.resolve(name + ".html");
  }

  static void run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                System.getProperty("mods"),
                "--add-modules",
                "info.picocli",
                "-m",
                "org.cyclecounter.tools"));
    command.addAll(List.of(arguments));
    int status =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    assertThat(status).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "light, 1280, light, screen",
    "dark, 1280, dark, screen",
    "phone, 360, light, screen",
    "phone-dark, 360, dark, screen",
    "print, 794, dark, print" // A4 at 96 dots to the inch
  })
  void looksRightAndAsksForNothing(String view, int width, String scheme, String medium)
      throws Exception {
    for (String name : List.of("machine", "hostile", "measure", "sizes")) {
      browser.open(page(name), width, scheme, medium);
      browser.screenshot(name + "-" + view);
      assertThat(browser.requests()).as(name).containsExactly(page(name).toUri().toString());
      assertThat(browser.violations()).as(name).isEmpty();
      assertThat(browser.console()).as(name).isEmpty();
      assertThat(browser.stickingOut()).as(name).isEmpty();
      assertThat(browser.number("return window.hacked ? 1 : 0")).as(name).isZero();
    }
  }

  @Test
  void picturesAreWideAndTheirLettersCanBeReadOnAPhone() {
    browser.open(page("machine"), 360, "light", "screen");
    List<WebElement> plots = browser.all(".counter svg.plot");
    assertThat(plots).isNotEmpty().allMatch(plot -> plot.getSize().getWidth() > 250);
    double smallest =
        browser.number(
                "return 100 * Math.min(...[...document.querySelectorAll('.plot text')].map(t =>"
                    + " t.getBoundingClientRect().height))")
            / 100.0;
    assertThat(smallest).isGreaterThan(9);
  }

  @Test
  void pageIsPrinted() throws Exception {
    browser.open(page("machine"), 794, "light", "print");
    assertThat(Files.size(browser.pdf("machine"))).isGreaterThan(10_000);
  }
}
