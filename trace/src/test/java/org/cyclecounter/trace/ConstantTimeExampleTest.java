// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of docs/constant-time.md, which is this class's text between the two comments. */
@Tag("long")
class ConstantTimeExampleTest {

  // example
  /** The operation: compares an authentication tag with the expected one. */
  public static final class TagCheck implements SecretOperation {
    private final byte[] expected = new byte[16];

    @Override
    public long run(byte[] secret) {
      return MessageDigest.isEqual(secret, expected) ? 1 : 0;
    }
  }

  /** The control: the same with a planted leak, a comparison that ends at the first difference. */
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
            .accept("java.security.MessageDigest.isEqual")
            .limit(Duration.ofMinutes(30))
            .check();
    Assumptions.assumeTrue(report.conclusion() != Conclusion.UNDECIDED, report.java());
    return report;
  }

  @Test
  void tagCheckTakesConstantTime() {
    SecretReport control = check(LeakyTagCheck.class); // or else the check sees nothing here
    assertThat(control.conclusion()).as(control.toString()).isEqualTo(Conclusion.DEPENDS);
    SecretReport report = check(TagCheck.class);
    assertThat(report.places()).as(report.toString()).isEmpty();
  }

  // end
}
