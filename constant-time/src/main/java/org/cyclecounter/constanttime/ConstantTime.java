// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cyclecounter.constanttime.check.Declassification;
import org.cyclecounter.constanttime.check.SecretCheck;
import org.cyclecounter.instructions.stepping.CountFailure;

/**
 * Checks whether branches, addresses or divisions depend on a secret, in the machine code that a
 * JVM makes of an operation and executes. This is no proof: code that did not run is not judged.
 *
 * <p>The operation runs in child JVMs, as with {@link
 * org.cyclecounter.instructions.InstructionCounter}, once for each method. Immutable, and so
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class ConstantTime {

  private final SecretCheck check;

  private ConstantTime(SecretCheck check) {
    this.check = check;
  }

  /**
   * Returns why a method is not available here. The first call for a method starts a JVM that tries
   * it.
   *
   * @param method the method
   * @return one sentence; empty if it is available
   */
  public static Optional<String> obstacle(Method method) {
    return Optional.of(SecretCheck.obstacle(method)).filter(obstacle -> !obstacle.isEmpty());
  }

  /**
   * Creates a check of C2's code by all methods available here, with a limit of 5 minutes.
   *
   * @param secretBytes the length of the secret, at least 1
   * @param operation its class: neither a lambda nor one whose objects belong to another, on the
   *     class path or module path, with a constructor without parameters
   * @return the check
   * @throws IllegalArgumentException if the length is less than 1
   */
  public static ConstantTime of(int secretBytes, Class<? extends SecretOperation> operation) {
    if (secretBytes < 1) {
      throw new IllegalArgumentException("A secret has at least 1 byte, not " + secretBytes);
    }
    return new ConstantTime(SecretCheck.of(secretBytes, operation.getName()));
  }

  /**
   * Sets the methods.
   *
   * @param methods at least one; all that are available here unless set
   * @return a check with these methods
   * @throws IllegalArgumentException if there is none
   */
  public ConstantTime methods(Method... methods) {
    if (methods.length == 0) {
      throw new IllegalArgumentException("A check needs at least one method");
    }
    Set<Method> set = EnumSet.copyOf(List.of(methods));
    return new ConstantTime(check.with(set, check.compiler(), check.accepted(), check.limit()));
  }

  /**
   * Sets the compiler whose code is checked.
   *
   * @param compiler C2 unless set
   * @return a check with this compiler
   */
  public ConstantTime compiler(Compiler compiler) {
    return new ConstantTime(check.with(check.methods(), compiler, check.accepted(), check.limit()));
  }

  /**
   * Accepts dependences that are public by intent, such as the result of a comparison.
   *
   * @param methods the names of class and method, such as {@code
   *     java.security.MessageDigest.isEqual}; in addition to those accepted before
   * @return a check that leaves out the places whose innermost frame is one of these methods: in
   *     its code, or a branch on what it returned; not those in methods that it calls, also where
   *     C2 inlined them; a name that matches nothing makes {@link #check} fail
   */
  public ConstantTime accept(String... methods) {
    Set<String> accepted = new HashSet<>(check.accepted());
    accepted.addAll(List.of(methods));
    return new ConstantTime(check.with(check.methods(), check.compiler(), accepted, check.limit()));
  }

  /**
   * Sets the processor time that the JVMs of all methods may take, each an equal part of what those
   * before it left; ten times as long on the wall.
   *
   * @param limit more than 0
   * @return a check with this limit
   * @throws IllegalArgumentException if it is not
   */
  public ConstantTime limit(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("The limit must be more than 0, not " + limit);
    }
    return new ConstantTime(check.with(check.methods(), check.compiler(), check.accepted(), limit));
  }

  /**
   * Checks the operation.
   *
   * @return the report
   * @throws CheckException if the operation cannot be found, throws, or changes its secret, or if a
   *     method that is accepted does not exist, or none of its code ran
   */
  public SecretReport check() {
    try {
      String problem = check.problem(ClassLoader.getSystemClassLoader());
      if (!problem.isEmpty()) {
        throw new CountFailure("%s", problem);
      }
      return check.check();
    } catch (CountFailure e) {
      throw new CheckException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Declares a value that was made of the secret to be public, such as a signature. Outside a check
   * it does nothing.
   *
   * @param value public from here on
   * @return the same array
   */
  public static byte[] declassify(byte[] value) {
    Declassification.of(value);
    return value;
  }
}
