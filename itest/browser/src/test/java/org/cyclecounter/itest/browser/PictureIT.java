// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the README's picture, {@code info-light.png} and {@code info-dark.png} beside the other
 * screenshots: the verdict and the figures of the first counter of {@code info --html} on this
 * machine. {@code itest/browser/picture} puts them into {@code docs/images}.
 */
class PictureIT {

  private static final int WIDTH = 960;
  private static final int MAX_BYTES = 200_000;

  /** Leaves neither the machine's facts nor the footer, which has its name. */
  private static final String REMOVE_ALL_BUT_VERDICT_AND_FIGURES =
      """
      document.querySelectorAll(
          'header, footer, main > section:not(#verdict):not(#pictures), #pictures > :not(article),'
              + '#pictures > article ~ article, #pictures p').forEach(each => each.remove());
      return document.querySelectorAll('#verdict .tiles, #pictures svg.plot').length;\
      """;

  private static final String HEIGHT =
      "return Math.ceil(document.querySelector('#pictures').getBoundingClientRect().bottom) + 24";

  @TempDir private Path folder;

  @Test
  void pictureIsSmall() throws Exception {
    Path page = folder.resolve("machine.html");
    PagesIT.run("info", "--html", page.toString());
    long bytes = 0;
    try (Browser browser = new Browser()) {
      for (String scheme : List.of("light", "dark")) {
        browser.open(page, WIDTH, scheme, "screen");
        assertThat(browser.number(REMOVE_ALL_BUT_VERDICT_AND_FIGURES)).isGreaterThan(1);
        Path picture = browser.screenshot("info-" + scheme, browser.number(HEIGHT));
        IndexedPng.replace(picture);
        bytes += Files.size(picture);
      }
    }
    assertThat(bytes).isLessThan(MAX_BYTES);
  }
}
