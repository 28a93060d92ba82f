// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The README's picture, which {@code itest/browser/picture} makes. */
class PicturesTest {

  private static final Path ROOT = PublishedModule.PROJECT;
  private static final int MAX_BYTES = 200_000;

  private static Path file(String scheme) {
    return ROOT.resolve("docs/images/info-" + scheme + ".png");
  }

  /** Of the colour of a picture's corner. */
  private static int brightness(BufferedImage picture) {
    return picture.getRGB(0, 0) & 0xff;
  }

  @Test
  void readmeHasThemLightAndDarkWithWords() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains(
            "<source media=\"(prefers-color-scheme: dark)\" srcset=\"docs/images/info-dark.png\">")
        .containsPattern("<img alt=\"[^\"]{20,}\" src=\"docs/images/info-light.png\">");
  }

  @Test
  void areSmallAndOfOneSize() throws IOException {
    BufferedImage light = ImageIO.read(file("light").toFile());
    BufferedImage dark = ImageIO.read(file("dark").toFile());
    assertThat(light.getWidth()).isEqualTo(dark.getWidth());
    assertThat(light.getHeight()).isEqualTo(dark.getHeight());
    assertThat(brightness(light)).isGreaterThan(200);
    assertThat(brightness(dark)).isLessThan(60);
    assertThat(Files.size(file("light")) + Files.size(file("dark"))).isLessThan(MAX_BYTES);
  }
}
