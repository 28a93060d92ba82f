// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A test's name says the rule: it begins with a verb or a noun. */
class TestNamesTest {

  /** Group 1 is the method's name. */
  private static final Pattern TEST =
      Pattern.compile(
          "(?s)@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|FuzzTest)\\b.*?"
              + "\\n +(?:\\w+ )*(?:void|\\w+<\\w+>) (\\w+)\\(");

  private static final String REFUSED =
      "(an?|the|its?|they|their|this|that|these|those|one|each|every|all|no|none|nothing|nobody"
          + "|some|any|both|only|many|few|two|another|other|neither|who|whoever|what|whatever"
          + "|there)(?![a-z]).*";

  @Test
  void namesOfTestsBeginWithVerbOrNoun() throws IOException {
    int tests = 0;
    List<String> refused = new ArrayList<>();
    for (Path file : DocumentsTest.files(".java")) {
      Matcher test = TEST.matcher(Files.readString(file));
      for (; test.find(); tests++) {
        if (test.group(1).matches(REFUSED)) {
          refused.add(PublishedModule.PROJECT.relativize(file) + ": " + test.group(1));
        }
      }
    }
    assertThat(tests).isGreaterThan(500);
    assertThat(refused).as("names that begin with an article, pronoun or quantifier").isEmpty();
  }
}
