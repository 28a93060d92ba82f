// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.itest.restricted.Launch.Told;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Under a security manager, with the policy of {@code docs/operators.md} and with less. */
class SecurityManagerIT {

  private static final String MANAGER = "-Djava.security.manager=default";

  @TempDir Path folder;

  @BeforeAll
  static void thereIsOne() {
    Launch.needed(
        Runtime.version().feature() <= 23, "Java 24 and newer have no security manager (JEP 486)");
  }

  private Told underPolicy(String policy, String operator) throws Exception {
    Path file = Files.writeString(folder.resolve("policy"), policy);
    return new Launch(folder)
        .option(MANAGER)
        .option("-Djava.security.policy" + operator + file)
        .option("-XX:TieredStopAtLevel=4") // with C2, without which no read is linked
        .run()
        .counted();
  }

  private static String documented() throws Exception {
    String page =
        Files.readString(Path.of(System.getProperty("machines.root"), "docs/operators.md"));
    return page.substring(page.indexOf("grant {")).split("```")[0];
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "=, ''",
    "==, 'grant { permission java.io.FilePermission \"<<ALL FILES>>\", \"read\"; };'",
  })
  void readsClockWithoutPermissions(String operator, String policy) throws Exception {
    underPolicy(policy, operator).by(Launch.CLOCK);
  }

  @Tag("long")
  @Test
  void probesEveryCounterWithDocumentedPolicy() throws Exception {
    Told told = underPolicy(documented(), "=");
    told.by(Launch.ANY).works("thread-cputime").works(Clock.NAME);
    assertThat(told.rows().values()).as(told.all()).noneMatch(row -> row.contains("access denied"));
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    ".*loadLibrary.*, thread-cputime", ".*java.io.tmpdir.*, thread-cputime",
    ".*PropertyPermission.*, thread-cputime", "',execute', com.example.selecting.Clock",
  })
  void namesDeniedPermission(String missing, String counter) throws Exception {
    underPolicy(documented().replaceAll(missing, ""), "=").rejects(counter, "access denied");
  }
}
