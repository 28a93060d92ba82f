// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.ConstantTime.Compiler;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place.Kind;
import org.cyclecounter.trace.SecretOperation;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.TraceException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares paths in child JVMs; {@code trace/constant-time} does so with all operations. */
class PathsTest {

  @BeforeAll
  static void canStep() {
    Optional<String> obstacle = ConstantTime.obstacle(Method.PATHS);
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
  }

  private static ConstantTime check(Class<? extends SecretOperation> type, Compiler compiler) {
    return ConstantTime.of(32, type)
        .methods(Method.PATHS)
        .compiler(compiler)
        .limit(Duration.ofMinutes(10));
  }

  private static void seesLeak(Class<? extends SecretOperation> type, Compiler compiler) {
    SecretReport report = check(type, compiler).check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places()).anyMatch(PlantedLeaks.of(type)::isAt);
  }

  @Test
  @Tag("long")
  void seesAnEarlyEndWhateverTheKey() {
    seesLeak(PlantedLeaks.EarlyOut.class, Compiler.C2);
  }

  @Test
  @Tag("long")
  void seesTheDivisionThatC1Leaves() {
    seesLeak(PlantedLeaks.C1Division.class, Compiler.C1);
  }

  /** Leaves a comparison at the first difference, in code that C2 makes in place of a call. */
  public static final class EarlyExit implements SecretOperation {
    static final int BYTES = 1024;
    static final String ACCEPTED = EarlyExit.class.getName() + ".isSame";
    private final byte[] tag = new byte[BYTES];

    @Override
    public long run(byte[] secret) {
      return isSame(secret, tag) ? 1 : 0;
    }

    private static boolean isSame(byte[] one, byte[] other) {
      return Arrays.equals(one, other);
    }
  }

  @Test
  void seesEarlyExitInlinedIntoAnAcceptedMethod() {
    SecretReport report =
        ConstantTime.of(EarlyExit.BYTES, EarlyExit.class)
            .methods(Method.PATHS)
            .accept(EarlyExit.ACCEPTED)
            .limit(Duration.ofMinutes(10))
            .check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places())
        .anyMatch(place -> place.stack().get(0).getMethodName().equals("equals"));
  }

  /** Does something else in each run. */
  public static final class RandomOperation implements SecretOperation {
    private final Random random = new Random();
    private int hits;

    @Override
    public long run(byte[] secret) {
      for (int i = random.nextInt(50); i > 0; i--) {
        hits += random.nextInt(7);
      }
      return hits;
    }
  }

  @Test
  void saysWhereAnOperationIsRandom() {
    SecretReport report = check(RandomOperation.class, Compiler.C2).check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.UNDECIDED);
    assertThat(report.java()).contains("runs with the same secret differ behind ");
  }

  /**
   * Branches, branches on bits that it has declassified, and then looks up in a table. The five
   * bits leave a few secrets to be compared, which is quick.
   */
  public static final class LookupBehindBranches implements SecretOperation {
    private final int[] table = new Random(1).ints(256).toArray();
    private int odd;

    @Override
    public long run(byte[] secret) {
      countOdd(secret);
      countPublic(secret);
      return odd + lookUp(secret);
    }

    private void countOdd(byte[] secret) {
      if ((secret[1] & 1) != 0) {
        odd++;
      }
    }

    private void countPublic(byte[] secret) {
      if (ConstantTime.declassify(new byte[] {(byte) (secret[0] & 31)})[0] > 15) {
        odd++;
      }
    }

    private long lookUp(byte[] secret) {
      long sum = 0;
      for (int i = 0; i < secret.length; i++) {
        sum += table[secret[i] & 255];
      }
      return sum;
    }
  }

  private static ConstantTime lookup(String... accepted) {
    return check(LookupBehindBranches.class, Compiler.C2).accept(accepted);
  }

  @Test
  void refusesAcceptedMethodThatDoesNotRun() {
    assertThatThrownBy(lookup("java.security.MessageDigest#isEqual")::check)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            "The accepted method 'java.security.MessageDigest.isEqual' matches nothing: ");
  }

  @Test
  void seesALookupBehindAnAcceptedAndADeclassifiedBranch() {
    String type = LookupBehindBranches.class.getName();
    SecretReport report =
        lookup(type + ".countOdd", type + ".run") // and not the methods that run calls
            .check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places())
        .as(report.toString())
        .allMatch(place -> place.kind() == Kind.ADDRESS)
        .allMatch(place -> place.stack().get(0).getMethodName().equals("lookUp"));
  }
}
