// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.ConstantTime;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.constanttime.SecretReport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks operations in child JVMs, those of TAINT in valgrind; {@code constant-time/proofs/leaks}
 * does so with all leaks and functions.
 */
class ConstantTimeCheckTest {

  private static ConstantTime check(
      Method method, Class<? extends SecretOperation> type, Compiler compiler, int bytes) {
    return ConstantTime.of(bytes, type)
        .methods(method)
        .compiler(compiler)
        .limit(Duration.ofMinutes(20));
  }

  /** Asks for an obstacle, which takes another JVM, only of a check that could not decide. */
  private static SecretReport report(ConstantTime check, Method method) {
    SecretReport report = check.check();
    if (report.conclusion() == Conclusion.UNDECIDED) {
      String obstacle = ConstantTime.obstacle(method).orElse("");
      assumeTrue(obstacle.isEmpty(), obstacle);
    }
    return report;
  }

  private static void seesLeak(
      Method method, Class<? extends SecretOperation> type, Compiler compiler) {
    SecretReport report = report(check(method, type, compiler, 32), method);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places())
        .as(report.toString())
        .anyMatch(place -> place.kind() == Kind.TIME || PlantedLeaks.of(type).isAt(place));
    assertThat(report.methods()).containsExactly(method);
    assertThat(report.java()).contains("; compiler " + compiler);
  }

  /** Takes ten seconds of processor time, the start of a JVM in valgrind. */
  @Test
  @Tag("smoke")
  void taintFindsPlantedLeak() {
    seesLeak(Method.TAINT, PlantedLeaks.BranchOnBit.class, Compiler.C1);
  }

  /** Times a leak of a hundred cycles, whose t is fifty times that of an alarm. */
  @Test
  @Tag("smoke") // may be charged with the end of valgrind's JVM
  void timingFindsPlantedLeak() {
    seesLeak(Method.TIMING, PlantedLeaks.BranchOnBit.class, Compiler.C1);
  }

  @Test
  @Tag("gate")
  void pathsFindDivisionThatC1Leaves() {
    seesLeak(Method.PATHS, PlantedLeaks.C1Division.class, Compiler.C1);
  }

  /** Leaves a comparison at the first difference, in code that C2 makes in place of a call. */
  static final class EarlyExit implements SecretOperation {
    private static final int BYTES = 64;
    private final byte[] tag = new byte[BYTES];

    @Override
    public long run(byte[] secret) {
      return isSame(secret, tag) ? 1 : 0;
    }

    private static boolean isSame(byte[] one, byte[] other) {
      return Arrays.equals(one, other);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Method.class, names = "TIMING", mode = EnumSource.Mode.EXCLUDE)
  @Tag("gate")
  void seesEarlyExitInlinedIntoAcceptedMethod(Method method) {
    ConstantTime check =
        check(method, EarlyExit.class, Compiler.C2, EarlyExit.BYTES)
            .accept(EarlyExit.class.getName() + ".isSame");
    SecretReport report = report(check, method);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places())
        .as(report.toString())
        .anyMatch(place -> place.stack().get(0).getMethodName().equals("equals"));
  }

  @Test
  @Tag("gate")
  void taintSeesNothingInDeclassifiedBits() {
    Class<? extends SecretOperation> type = ConstantTimeFunctions.Declassified.class;
    SecretReport report = report(check(Method.TAINT, type, Compiler.C2, 32), Method.TAINT);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.NO_DEPENDENCE_SEEN);
    assertThat(report.methods()).containsExactly(Method.TAINT);
  }

  /**
   * Branches, branches on bits that it has declassified, and then looks up in a table. The five
   * bits leave a few secrets to be compared, which is quick.
   */
  static final class LookupBehindBranches implements SecretOperation {
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

  @Test
  void pathsFindLookupBehindAcceptedAndDeclassifiedBranch() {
    String type = LookupBehindBranches.class.getName();
    ConstantTime check =
        check(Method.PATHS, LookupBehindBranches.class, Compiler.C1, 4)
            .accept(type + ".countOdd", type + ".run"); // and not what run calls
    SecretReport report = report(check, Method.PATHS);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places())
        .as(report.toString())
        .allMatch(place -> place.kind() == Kind.ADDRESS)
        .allMatch(place -> place.stack().get(0).getMethodName().equals("lookUp"));
  }

  /** Keeps the first secret, and branches on that. */
  static final class Cached implements SecretOperation {
    private byte @Nullable [] first;
    private int odd;

    @Override
    public long run(byte[] secret) {
      if (first == null) {
        first = secret.clone();
      }
      odd += (first[0] & 1) != 0 ? 1 : 2;
      return odd & 1;
    }
  }

  @ParameterizedTest
  @EnumSource(value = Method.class, names = "TIMING", mode = EnumSource.Mode.EXCLUDE)
  @Tag("gate")
  void isUndecidedIfNoJudgedRunReadsTheSecret(Method method) {
    SecretReport report = report(check(method, Cached.class, Compiler.C2, 16), method);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.UNDECIDED);
    assertThat(report.java()).contains("; the secret was not read in the judged runs: ");
  }

  /** Calls a method on null, whose check is a signal, then branches in another thread. */
  static final class NullThenThread implements SecretOperation {
    private final ExecutorService executor =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work);
              thread.setDaemon(true);
              return thread;
            });
    private final int @Nullable [] none = null;
    private int odd;

    @Override
    @SuppressWarnings("NullAway") // on purpose
    public long run(byte[] secret) throws Exception {
      try {
        odd += none.length;
      } catch (NullPointerException e) {
        odd++;
      }
      return executor.submit(() -> countOdd(secret)).get();
    }

    private long countOdd(byte[] secret) {
      if ((secret[0] & 1) != 0) {
        odd++;
      }
      return odd;
    }
  }

  @Test
  @Tag("gate")
  void taintSeesOtherThreadsBehindImplicitNullCheck() {
    ConstantTime check = check(Method.TAINT, NullThenThread.class, Compiler.C2, 16);
    SecretReport report = report(check, Method.TAINT);
    assertThat(report.places())
        .as(report.toString())
        .anyMatch(place -> place.stack().toString().contains("FutureTask.run"));
  }
}
