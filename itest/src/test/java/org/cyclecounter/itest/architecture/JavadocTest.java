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

/** Holds the style of Javadoc: it begins with a verb or a noun, and says since when a type is. */
class JavadocTest {

  /** Group 1 is the first line of the comment, such as "Whether the thread runs". */
  private static final Pattern RELATIVE_CLAUSE =
      Pattern.compile(
          "/\\*\\*[\\s*]+((?:Wh(?:at|en|ere|ich|o|om|ose)(?:ever)?|Whether|Wherever|Why|How)\\b.*)");

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public .*\\b(class|interface|enum|record) ");

  @Test
  void javadocBeginsWithVerbOrNoun() throws IOException {
    List<String> violations = new ArrayList<>();
    int files = 0;
    for (PublishedModule module : PublishedModule.all()) {
      for (Path file : module.sources()) {
        String source = Files.readString(file);
        Matcher matcher = RELATIVE_CLAUSE.matcher(source);
        while (matcher.find()) {
          long line = source.substring(0, matcher.start(1)).lines().count();
          Path name = PublishedModule.PROJECT.relativize(file);
          violations.add(name + ":" + line + ": " + matcher.group(1));
        }
        files++;
      }
    }
    assertThat(files).isGreaterThan(300);
    assertThat(violations).as("Javadoc that begins with a relative clause").isEmpty();
  }

  @Test
  void publicTypesNameTheirFirstRelease() throws IOException {
    List<String> violations = new ArrayList<>();
    int types = 0;
    for (PublishedModule module : PublishedModule.all()) {
      List<String> exported = module.packagesOfUsers();
      for (Path file : module.sources()) {
        String source = Files.readString(file);
        Matcher type = PUBLIC_TYPE.matcher(source);
        if (exported.stream().anyMatch(one -> source.contains("\npackage " + one + ";"))
            && type.find()) {
          types++;
          if (!source.substring(0, type.start()).contains("\n * @since ")) {
            violations.add(PublishedModule.PROJECT.relativize(file).toString());
          }
        }
      }
    }
    assertThat(types).isGreaterThan(60);
    assertThat(violations).as("public types without @since").isEmpty();
  }
}
