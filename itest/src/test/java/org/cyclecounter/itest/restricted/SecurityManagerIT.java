// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.restricted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.restricted.Launch.CLOCK;
import static org.cyclecounter.itest.restricted.Launch.COUNTER;

import com.example.selecting.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.restricted.Launch.Told;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Under a security manager, with the policy of {@code docs/operators.md} and with less. */
class SecurityManagerIT {

  private static final int LAST_JAVA = 23;

  private static final String MANAGER = "-Djava.security.manager=default";

  private static final String REFUSES = "a security manager refuses ";

  @TempDir Path folder;

  @BeforeAll
  static void thereIsOne() {
    Launch.needed(
        Runtime.version().feature() <= LAST_JAVA,
        "Java 24 and newer have no security manager (JEP 486)");
  }

  private static String documented() throws Exception {
    Path page = Path.of(System.getProperty("machines.root"), "docs/operators.md");
    String text = Files.readString(page);
    int begin = text.indexOf("grant {");
    assertThat(begin).as("%s has a policy", page).isPositive();
    return text.substring(begin, text.indexOf("```", begin));
  }

  /** In addition to what the JDK's own policy grants. */
  private Launch granted(String policy) throws Exception {
    Path file = Files.writeString(folder.resolve("policy"), policy);
    return new Launch(folder).option(MANAGER).option("-Djava.security.policy=" + file);
  }

  private static String without(String policy, String permission) {
    assertThat(policy).contains(permission);
    return policy.lines().filter(line -> !line.contains(permission)).toList().stream()
        .reduce("", (one, other) -> one + "\n" + other);
  }

  @Test
  void readsClockWithoutPolicy() throws Exception {
    new Launch(folder)
        .option(MANAGER)
        .run()
        .counted("security manager, no policy")
        .by("default-monotonic")
        .saysWhy("the security manager hides every counter from the selector", "docs/operators.md");
  }

  @Test
  @Tag("long")
  void modulesThatAreSeenSayWhatIsRefused() throws Exception {
    Told told =
        new Launch(folder)
            .onTheModulePath()
            .option(MANAGER)
            .run()
            .counted("security manager, no policy, modules")
            .by(CLOCK)
            .rejects("thread-cputime", "cannot be loaded; probed", REFUSES);
    for (Map.Entry<String, String> row : told.rows().entrySet()) {
      if (row.getKey().matches(COUNTER)) {
        told.rejects(row.getKey(), "no child process can be started", REFUSES);
      }
    }
  }

  @Test
  void whereTheSystemsNameIsHiddenAClockIsRead() throws Exception {
    String read = "grant { permission java.io.FilePermission \"<<ALL FILES>>\", \"read\"; };";
    Path only = Files.writeString(folder.resolve("only"), read);
    new Launch(folder)
        .option(MANAGER)
        .option("-Djava.security.policy==" + only)
        .run()
        .counted("security manager, os.name hidden")
        .by(CLOCK)
        .rejects("default-mach", "a-security-manager-hides-os.name");
  }

  @Test
  void withTheDocumentedPolicyEveryCounterIsProbed() throws Exception {
    Told told =
        granted(documented())
            .option("-XX:TieredStopAtLevel=4") // with C2, without which no read is linked
            .run()
            .counted("the documented policy");
    told.works("thread-cputime").works(Clock.NAME);
    assertThat(told.said("selected")).as(told.all()).matches(Launch.ANY);
    assertThat(told.rows().values()).as(told.all()).noneMatch(row -> row.contains(REFUSES));
    assertThat(told.rows().values())
        .as(told.all())
        .noneMatch(row -> row.contains("read through JNI: ") && row.contains("access denied"));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"loadLibrary", "java.io.tmpdir", "PropertyPermission"})
  void withoutAPermissionOfItAClockIsRead(String missing) throws Exception {
    granted(without(documented(), missing))
        .run()
        .counted("the documented policy but " + missing)
        .by(CLOCK)
        .rejects("thread-cputime", "cannot be loaded; probed ", "access denied");
  }

  @Test
  void withoutLeaveToStartProcessesAThirdPartysCounterIsNotProbed() throws Exception {
    granted(documented().replace(",execute", ""))
        .run()
        .counted("the documented policy but execute")
        .by(Launch.ANY)
        .rejects(Clock.class.getName(), "no child process can be started", REFUSES, "execute");
  }

  @Test
  void theCommandLineSaysThatItCannotBeUsed() throws Exception {
    Java.Result result =
        Java.java(MANAGER, "-p", Java.MODS, "-m", "org.cyclecounter.tools", "list");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .last()
        .asString()
        .contains("access denied", "start java without a security manager");
  }
}
