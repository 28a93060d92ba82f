// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code distribution/set-group}, which writes another group into coordinates, and nowhere else.
 */
class SetGroupTest {

  @TempDir Path root;

  @Test
  void changesCoordinatesAndKeepsPackages() throws Exception {
    Bash bash = new Bash(root, "distribution/set-group");
    String old =
        """
        <groupId>org.cyclecounter</groupId>
        <counters>org.cyclecounter:cyclecounter-x86,org.cyclecounter:cyclecounter-arm</counters>
        <include>org.cyclecounter:*</include> <includeGroupIds>org.cyclecounter,com.example
        mvn:org.cyclecounter/cyclecounter-karaf/1/xml/features
        """;
    String kept =
        "<include>org.cyclecounter.spi</include> -m org.cyclecounter.tools org/cyclecounter/A\n";
    bash.write("pom.xml", old + kept);
    bash.write("docs/karaf.md", old + kept);
    bash.write("api/src/A.java", old);

    Java.Result result = bash.run("distribution/set-group io.github.acme-corp");

    assertThat(result.out()).containsExactly("org.cyclecounter is now io.github.acme-corp");
    String changed = old.replace("org.cyclecounter", "io.github.acme-corp");
    assertThat(Files.readString(root.resolve("pom.xml"))).isEqualTo(changed + kept);
    assertThat(Files.readString(root.resolve("docs/karaf.md"))).isEqualTo(changed + kept);
    assertThat(Files.readString(root.resolve("api/src/A.java"))).isEqualTo(old);
    assertThat(bash.run("distribution/set-group Acme").status()).isEqualTo(2);
  }
}
