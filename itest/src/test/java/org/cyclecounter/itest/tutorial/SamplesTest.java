// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples are complete, and the documents show what stands in them. */
class SamplesTest {

  private static final int MOST_LINES = 95;

  static List<Sample> samples() throws IOException {
    return Sample.all();
  }

  @Test
  void areNumberedFromOneToTwelve() throws IOException {
    assertThat(samples().stream().map(sample -> sample.name().substring(0, 3)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 12).mapToObj(i -> String.format("S%02d", i)).toList());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isShortAndTellsItsTrapAndIsInTheTable(Sample sample) throws IOException {
    String number = sample.name().substring(1, 3);
    assertThat(sample.lines())
        .hasSizeLessThanOrEqualTo(MOST_LINES)
        .anyMatch(line -> line.matches(" \\* " + number + "\\. .*\\."))
        .anyMatch(line -> line.startsWith(" * Trap: "));
    assertThat(sample.prints()).isNotEmpty();
    Path samples = Sample.PROJECT.resolve("samples");
    String link = "](" + samples.relativize(sample.file()).toString().replace('\\', '/') + ")";
    assertThat(Files.readAllLines(samples.resolve("README.md")))
        .filteredOn(line -> line.startsWith("| [" + sample.name().substring(1, 3) + " "))
        .singleElement()
        .asString()
        .contains(link);
  }

  /** The blocks below a mark such as {@code <!-- sample: S01Read -->}. */
  private static List<Block> blocks(String mark) throws IOException {
    List<Block> marked = new ArrayList<>();
    try (Stream<Path> pages = Files.list(Sample.PROJECT.resolve("docs"))) {
      for (Path page :
          Stream.concat(Stream.of(Sample.PROJECT.resolve("README.md")), pages)
              .filter(page -> page.toString().endsWith(".md"))
              .toList()) {
        Block.of(page).stream()
            .filter(block -> block.above().startsWith("<!-- " + mark + ": "))
            .forEach(marked::add);
      }
    }
    assertThat(marked).as(mark).isNotEmpty();
    return marked;
  }

  private static Sample sample(Block block) throws IOException {
    return Sample.named(block.above().replaceAll("<!-- \\w+: (\\w+) -->", "$1"));
  }

  private static String withoutIndents(List<String> lines) {
    return "\n" + String.join("\n", lines).replaceAll("(?m)^ +", "").strip() + "\n";
  }

  @Test
  void codeInDocumentsIsPartOfTheSample() throws IOException {
    for (Block block : blocks("sample")) {
      assertThat(withoutIndents(sample(block).lines())).contains(withoutIndents(block.lines()));
    }
  }

  @Test
  void outputInDocumentsIsTheSamples() throws IOException {
    for (Block block : blocks("prints")) {
      List<String> prints = sample(block).prints();
      assertThat(new Expected().matches(prints, block.lines()))
          .as("%s, for %s", block.lines(), prints)
          .isTrue();
    }
  }
}
