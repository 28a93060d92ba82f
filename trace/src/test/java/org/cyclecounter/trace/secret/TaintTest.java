// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.ConstantTime.Compiler;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place;
import org.cyclecounter.trace.SecretOperation;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.secret.PathsTest.EarlyExit;
import org.cyclecounter.trace.secret.PlantedLeaks.Leak;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Has valgrind follow secrets; a JVM's start there takes 10 s of processor time, so that a JVM
 * checks several operations. {@code trace/constant-time} checks each by itself.
 */
class TaintTest {

  /** Asks for an obstacle, which takes another JVM in valgrind, only of a check that fails. */
  private static SecretReport check(Class<? extends SecretOperation> type, Compiler compiler) {
    SecretReport report =
        ConstantTime.of(32, type)
            .methods(Method.TAINT)
            .compiler(compiler)
            .accept("java.security.MessageDigest.isEqual")
            .limit(Duration.ofMinutes(20))
            .check();
    if (report.conclusion() == Conclusion.UNDECIDED) {
      String obstacle = ConstantTime.obstacle(Method.TAINT).orElse("");
      assumeTrue(obstacle.isEmpty(), obstacle);
    }
    return report;
  }

  /**
   * Does the work of several operations; public, or each class of it would have a bridge to run.
   */
  public abstract static class Several implements SecretOperation {
    final List<SecretOperation> operations;

    private Several(SecretOperation... operations) {
      this.operations = List.of(operations);
    }

    @Override
    public long run(byte[] secret) throws Exception {
      long sum = 0;
      for (SecretOperation operation : operations) {
        sum += operation.run(secret);
      }
      return sum;
    }
  }

  /** Five leaks, and a comparison that is accepted. */
  public static final class Leaks extends Several {
    /** Makes the operations. */
    public Leaks() {
      super(
          new ConstantTimeFunctions.IsEqual(),
          new PlantedLeaks.EarlyOut(),
          new PlantedLeaks.BranchOnBit(),
          new PlantedLeaks.Table(),
          new PlantedLeaks.RareBranch(),
          new PlantedLeaks.ArraysEquals());
    }
  }

  @Test
  void namesTheLinesOfLeaks() {
    SecretReport report = check(Leaks.class, Compiler.C2);
    assertThat(report.conclusion()).isEqualTo(Conclusion.DEPENDS);
    for (SecretOperation operation : new Leaks().operations.subList(1, 6)) {
      Leak leak = PlantedLeaks.of(operation.getClass());
      assertThat(report.places()).as(leak.toString()).anyMatch(leak::isAt);
    }
    assertThat(report.places())
        .allMatch(place -> PlantedLeaks.all().stream().anyMatch(leak -> isAt(leak, place)))
        .allMatch(place -> isCalledFrom(place, Several.class));
  }

  @Test
  @Tag("long")
  void seesEarlyExitInlinedIntoAnAcceptedMethod() {
    SecretReport report =
        ConstantTime.of(EarlyExit.BYTES, EarlyExit.class)
            .methods(Method.TAINT)
            .accept(EarlyExit.ACCEPTED)
            .limit(Duration.ofMinutes(20))
            .check();
    assumeTrue(report.conclusion() != Conclusion.UNDECIDED, report.java());
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.DEPENDS);
  }

  /** A look-up may have a branch, too, the check of its index. */
  private static boolean isAt(Leak leak, Place place) {
    return leak.kinds().stream()
        .anyMatch(kind -> leak.isAt(new Place(kind, place.stack(), place.method())));
  }

  private static boolean isCalledFrom(Place place, Class<?> type) {
    return place.stack().get(place.stack().size() - 1).getClassName().equals(type.getName());
  }

  /**
   * Functions that do not depend on their secret. In C1's code the product of 128 bits does on Java
   * 17: Math.multiplyHigh asks for signs.
   */
  public static final class NoLeaks extends Several {
    /** Makes the functions. */
    public NoLeaks() throws GeneralSecurityException {
      super(
          new ConstantTimeFunctions.XorCompare(),
          new ConstantTimeFunctions.MaskSelect(),
          new ConstantTimeFunctions.Multiply(),
          new ConstantTimeFunctions.BarrettReduction(),
          new ConstantTimeFunctions.IsEqual(),
          new ConstantTimeFunctions.Declassified(),
          new ConstantTimeFunctions.Sha256());
    }
  }

  @Test
  @Tag("long")
  void hasNoPlaceInConstantTimeCode() {
    SecretReport report = check(NoLeaks.class, Compiler.C2);
    assertThat(report.conclusion()).as(report.toString()).isEqualTo(Conclusion.NO_DEPENDENCE_SEEN);
    assertThat(report.methods()).containsExactly(Method.TAINT);
  }
}
