// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's picture, which {@code itest/browser/picture} makes. */
class PicturesTest {

  private static final Path ROOT = PublishedModule.PROJECT;
  private static final int MAX_BYTES = 200_000;

  @Test
  void readmeHasThemLightAndDarkWithWords() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains(
            "<source media=\"(prefers-color-scheme: dark)\" srcset=\"docs/images/info-dark.png\">")
        .containsPattern("<img alt=\"[^\"]{20,}\" src=\"docs/images/info-light.png\">");
    Path pictures = ROOT.resolve("docs/images");
    assertThat(Files.size(pictures.resolve("info-light.png"))).isLessThan(MAX_BYTES / 2);
    assertThat(Files.size(pictures.resolve("info-dark.png"))).isLessThan(MAX_BYTES / 2);
  }
}
