// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guides show the code between the two comments of the examples' classes. */
class DocumentedExamplesTest {

  @ParameterizedTest
  @CsvSource({"instructions.md, ExampleTest", "constant-time.md, ConstantTimeExampleTest"})
  void guideShowsTheExample(String guide, String type) throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/org/cyclecounter/trace", type + ".java"));
    String example = source.split("  // example\n")[1].split("\n  // end")[0];
    assertThat(Files.readString(Path.of("../docs", guide)))
        .contains(example.replaceAll("(?m)^  ", "").strip());
  }
}
