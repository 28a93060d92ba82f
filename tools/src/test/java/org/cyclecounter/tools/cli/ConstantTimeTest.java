// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.constanttime.SecretOperation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the command, by time where any method will do: single steps take seconds. */
class ConstantTimeTest {

  /** Takes a hundred times as long for half of all secrets. */
  public static final class Slow implements SecretOperation {
    private int sum;

    @Override
    public long run(byte[] secret) {
      return sum += slow(secret);
    }

    private static int slow(byte[] secret) {
      int sum = 0;
      for (int i = (secret[0] & 1) == 0 ? 10 : 1_000; i > 0; i--) {
        sum = Integer.rotateLeft(sum, 3) + i;
      }
      return sum;
    }
  }

  /**
   * A busy machine may hide even this difference: which conclusion it is, the tests of trace say.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "#slow"})
  @Tag("gate")
  void statusSaysWhetherADependenceWasSeen(String method) {
    CommandRun run =
        CommandRun.of(
            "constant-time",
            "--secret-bytes=8",
            "--method=timing",
            "--limit=600",
            Slow.class.getName() + method);
    String name = ": " + Slow.class.getName() + method;
    if (run.status() == 0) {
      assertThat(run.out()).startsWith("No dependence seen" + name);
    } else {
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out()).startsWith("Depends on the secret in 1 place" + name);
    }
    assertThat(run.out()).contains("Not judged: ", "compiler C2");
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "The check of "
                + Slow.class.getName()
                + method
                + " may take minutes; --progress shows how far it is.");
  }
}
