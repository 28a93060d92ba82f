// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.ConstantTime.Compiler;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place.Kind;
import org.cyclecounter.trace.SecretOperation;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.secret.PlantedLeaks.Leak;
import org.junit.jupiter.api.BeforeAll;
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
    Leak leak = PlantedLeaks.all().stream().filter(l -> l.type() == type).findFirst().orElseThrow();
    SecretReport report = check(type, compiler).check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places()).anyMatch(leak::isAt);
  }

  @Test
  void seesAnEarlyEndWhateverTheKey() {
    seesLeak(PlantedLeaks.EarlyOut.class, Compiler.C2);
  }

  @Test
  void seesTheDivisionThatC1Leaves() {
    seesLeak(PlantedLeaks.C1Division.class, Compiler.C1);
  }

  @Test
  void comparesSecretsWithEqualDeclassifiedBytesOnly() {
    SecretReport report = check(ConstantTimeFunctions.Declassified.class, Compiler.C2).check();
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.NO_DEPENDENCE_SEEN);
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

  /** Branches, and then looks up in a table. */
  public static final class LookupBehindBranch implements SecretOperation {
    private final int[] table = new Random(1).ints(256).toArray();
    private int odd;

    @Override
    public long run(byte[] secret) {
      count(secret);
      return odd + table[secret[1] & 255];
    }

    private void count(byte[] secret) {
      if ((secret[0] & 1) != 0) {
        odd++;
      }
    }
  }

  @Test
  void goesOnWhereThePathsMeetAgain() {
    SecretReport report =
        check(LookupBehindBranch.class, Compiler.C2)
            .accept(LookupBehindBranch.class.getName() + ".count")
            .check();
    assertThat(report.places())
        .as(report.toString())
        .isNotEmpty()
        .allMatch(place -> place.kind() == Kind.ADDRESS);
  }

  @Test
  void doesNotAcceptWhatAnAcceptedMethodCalls() {
    SecretReport report =
        check(LookupBehindBranch.class, Compiler.C2)
            .accept(LookupBehindBranch.class.getName() + ".run")
            .check();
    assertThat(report.places())
        .as(report.toString())
        .isNotEmpty()
        .allMatch(place -> place.stack().get(0).getMethodName().equals("count"));
  }
}
