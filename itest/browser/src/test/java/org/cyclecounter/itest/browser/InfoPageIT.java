// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What {@code info --html} writes on this machine, and what it writes of a hostile provider. */
class InfoPageIT {

  private static final int MAX_BYTES = 200_000;
  private static final int PHONE = 360;

  private static final String VIEWS =
      "light, 1280, light, screen\n"
          + "dark, 1280, dark, screen\n"
          + "phone, 360, light, screen\n"
          + "phone-dark, 360, dark, screen\n"
          + "print, 794, dark, print\n"; // A4 at 96 dots to the inch

  private static Browser browser;
  private static Path machine;
  private static Path hostile;

  @BeforeAll
  static void makePagesAndStart(@TempDir Path folder) throws Exception {
    machine = folder.resolve("machine.html");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-p",
            System.getProperty("mods"),
            "--add-modules",
            "info.picocli",
            "-m",
            "org.cyclecounter.tools",
            "info",
            "--json",
            "--html",
            machine.toString());
    File json = folder.resolve("machine.json").toFile();
    int status =
        new ProcessBuilder(command)
            .redirectOutput(json)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    assertThat(status).isZero();
    assertThat(Files.readString(json.toPath())).contains("\"counters\":[");
    hostile = HostilePage.write(folder.resolve("hostile.html"));
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void look(Path page, String name, int width, String scheme, String medium)
      throws Exception {
    browser.open(page, width, scheme, medium);
    browser.screenshot(name);
    assertThat(browser.requests()).containsExactly(page.toUri().toString());
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.console()).isEmpty();
    assertThat(browser.stickingOut()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = VIEWS)
  void thisMachinesPage(String name, int width, String scheme, String medium) throws Exception {
    look(machine, "machine-" + name, width, scheme, medium);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = VIEWS)
  void aHostileProvidersPage(String name, int width, String scheme, String medium)
      throws Exception {
    look(hostile, "hostile-" + name, width, scheme, medium);
    assertThat(browser.number("return window.hacked ? 1 : 0")).isZero();
  }

  @Test
  void everyCounterHasItsRowAndEveryUsableOneItsPictures() throws Exception {
    browser.open(machine, 1280, "light", "screen");
    List<String> rows = texts(browser.all(".counters tbody th"));
    assertThat(rows).containsExactlyInAnyOrderElementsOf(counters("name"));
    List<String> usable = texts(browser.all(".counter h3"));
    long rejected =
        texts(browser.all(".counters .badge")).stream().filter("rejected"::equals).count();
    assertThat(usable).isNotEmpty().hasSize(rows.size() - (int) rejected);
    for (WebElement counter : browser.all(".counter")) {
      List<WebElement> plots = counter.findElements(By.cssSelector("svg.plot"));
      assertThat(plots).hasSize(2);
      for (WebElement plot : plots) {
        assertThat(plot.getSize().getWidth()).isGreaterThan(250);
        assertThat(plot.findElements(By.cssSelector(".curve"))).hasSize(1);
      }
    }
  }

  @Test
  void lettersOfPicturesCanBeReadOnAPhone() {
    browser.open(machine, PHONE, "light", "screen");
    double smallest =
        browser.number(
                "return 100 * Math.min(...[...document.querySelectorAll('.plot text')].map(t =>"
                    + " t.getBoundingClientRect().height))")
            / 100.0;
    assertThat(smallest).isGreaterThan(9);
  }

  @Test
  void aPageIsSmallAndPrints() throws Exception {
    assertThat(Files.size(machine)).isLessThan(MAX_BYTES);
    assertThat(Files.size(hostile)).isLessThan(MAX_BYTES);
    browser.open(machine, 794, "light", "print");
    assertThat(Files.size(browser.pdf("machine"))).isGreaterThan(10_000);
  }

  @Test
  void aJumpIsSeen() throws Exception {
    browser.open(hostile, 1280, "light", "screen");
    List<WebElement> counters = browser.all(".counter");
    assertThat(counters.get(0).getText()).contains("jumping");
    assertThat(counters.get(0).findElements(By.cssSelector(".curve"))).hasSize(2);
  }

  private static List<String> texts(List<WebElement> elements) {
    return elements.stream().map(WebElement::getText).toList();
  }

  /** The values of a key in the JSON that the same run wrote. */
  private static List<String> counters(String key) throws Exception {
    String json = Files.readString(machine.resolveSibling("machine.json"));
    List<String> values = new ArrayList<>();
    var all = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(json);
    while (all.find()) {
      values.add(all.group(1));
    }
    return values;
  }
}
