// SPDX-License-Identifier: Apache-2.0
package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.ConstantTime;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.constanttime.SecretReport;
import org.junit.jupiter.api.Test;

/*
 * 11. Make a test fail if the compiled code depends on a secret.
 *
 * Prints, if it fails:
 *   expected: <[]> but was: <[Place[kind=BRANCH, stack=[<place>, ...], method=PATHS]]>
 *
 * Trap: a check that finds nothing may have seen nothing. So a planted leak stands beside the
 * subject and must be found, by the same options. And no finding is no proof: code that did not run
 * was not judged. Leave methods(...) out, and valgrind looks, too, which sees rare branches and
 * takes longer.
 */
class S11ConstantTimeTest {

  /** The subject: compares an authentication tag with the expected one. */
  public static final class TagCheck implements SecretOperation {
    private final byte[] expected = new byte[16];

    @Override
    public long run(byte[] secret) {
      return MessageDigest.isEqual(secret, expected) ? 1 : 0; // the result is public
    }
  }

  /** The control: the same with a planted leak, as Arrays.equals ends at the first difference. */
  public static final class LeakyTagCheck implements SecretOperation {
    private final byte[] expected = new byte[16];

    @Override
    public long run(byte[] secret) {
      boolean isEqual = MessageDigest.isEqual(secret, expected);
      return Arrays.equals(secret, expected) && isEqual ? 1 : 0;
    }
  }

  private static SecretReport check(Class<? extends SecretOperation> operation) {
    SecretReport report =
        ConstantTime.of(16, operation)
            .methods(Method.PATHS)
            .accept("java.security.MessageDigest.isEqual") // a sender learns that a tag is wrong
            .limit(Duration.ofMinutes(10))
            .check();
    assumeTrue(report.conclusion() != Conclusion.UNDECIDED, report.java());
    return report;
  }

  @Test
  void tagCheckDoesNotDependOnTheTag() {
    Optional<String> obstacle = ConstantTime.obstacle(Method.PATHS);
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));

    assertEquals(Conclusion.DEPENDS, check(LeakyTagCheck.class).conclusion(), "sees the control");

    assertEquals(List.of(), check(TagCheck.class).places());
  }
}
