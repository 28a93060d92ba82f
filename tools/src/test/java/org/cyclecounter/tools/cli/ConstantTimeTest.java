// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.SecretOperation;
import org.junit.jupiter.api.Test;

/** Runs the command; single steps are the method that takes the least time. */
class ConstantTimeTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Compares up to the first difference. */
  public static final class EarlyOut implements SecretOperation {
    private final byte[] tag = new byte[8];

    @Override
    public long run(byte[] secret) {
      for (int i = 0; i < tag.length; i++) {
        if (secret[i] != tag[i]) {
          return 0;
        }
      }
      return 1;
    }
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
  }

  private static void canStep() {
    Optional<String> obstacle = ConstantTime.obstacle(ConstantTime.Method.PATHS);
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private int check(String... options) {
    canStep();
    String[] command = {
      "constant-time", "--secret-bytes=8", "--method=paths", "--limit=600", EarlyOut.class.getName()
    };
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(options));
    return run(all.toArray(String[]::new));
  }

  @Test
  void aPlaceIsStatus1() {
    assertThat(check()).isEqualTo(1);
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(0)).matches("Depends on the secret in \\d+ places?: .*EarlyOut");
    assertThat(lines.get(1)).matches("  BRANCH    PATHS   .*EarlyOut\\.run\\(.*");
    assertThat(out.toString()).contains("Not judged: ", "compiler C2");
  }

  /** Paths that part in the accepted method may not meet again: undecided, status 1. */
  @Test
  void anAcceptedPlaceIsNotListed() {
    assertThat(check("--json", "--accept=" + EarlyOut.class.getName() + ".run")).isBetween(0, 1);
    assertThat(out.toString())
        .startsWith("{\"schema\":\"constant-time-1\"")
        .contains("\"places\":[]")
        .hasLineCount(1);
  }

  @Test
  void badInputIsStatus2() {
    assertThat(run("constant-time", "com.example.None")).isEqualTo(2);
    assertThat(err.toString()).contains("--secret-bytes");
    assertThat(run("constant-time", "--secret-bytes=0", "com.example.None")).isEqualTo(2);
    assertThat(err.toString()).contains("--secret-bytes must be from 1 to 1048576, not 0.");
    assertThat(run("constant-time", "--secret-bytes=1", "--limit=0", "com.example.None"))
        .isEqualTo(2);
  }

  @Test
  void aClassThatIsNotThereIsStatus1() {
    assertThat(run("constant-time", "--secret-bytes=1", "--method=timing", "com.example.None"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("No class 'com.example.None' is on the class path");
  }
}
