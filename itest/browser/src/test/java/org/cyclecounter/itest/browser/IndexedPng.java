// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.browser;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;

/** Makes a picture small: 256 colours. */
final class IndexedPng {

  private static final int MAX_COLOURS = 256;

  private IndexedPng() {}

  /** Replaces a picture by one of its most frequent colours; others become the nearest of these. */
  static void replace(Path file) throws IOException {
    BufferedImage picture = ImageIO.read(file.toFile());
    int width = picture.getWidth();
    int height = picture.getHeight();
    int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MAX_COLOURS)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    IndexColorModel model =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage indexed =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
    indexed.setRGB(0, 0, width, height, pixels, 0, width); // the nearest colour of each
    ImageIO.write(indexed, "png", file.toFile());
  }
}
