// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes that cannot be made an operation, and how often others are called. */
class OperationsTest {

  /** Has a static field that cannot be initialised. */
  public static final class NotInitialised implements Callable<Object> {
    private static final int NUMBER = Integer.parseInt("none");

    @Override
    public Object call() {
      return NUMBER;
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 128", "1000, 128", "1001, 32", "4000, 32", "4001, 8", "16000, 8", "16001, 0"})
  void countsFewerCallsInARowIfTheyAreDear(long cost, int calls) {
    assertThat(SteppedRuns.calls(cost)).isEqualTo(calls);
  }

  private static void refuses(String type, String sentence) {
    assertThatThrownBy(() -> Operations.of(type, Callable.class))
        .isInstanceOf(CountFailure.class)
        .hasMessage(sentence);
  }

  /** As in constant-time. */
  public interface Secret {
    long run(byte[] secret);
  }

  private static boolean isOdd(byte[] secret) {
    return (secret[0] & 1) != 0;
  }

  private static byte last(byte[] secret) {
    return secret[secret.length - 1];
  }

  private static double fraction(byte[] secret) {
    return secret[0] / 2.0;
  }

  long notStatic(byte[] secret) {
    return secret[0];
  }

  private static String called = "";

  private static char letter() {
    called = "letter";
    return 'x';
  }

  private static double half() {
    called = "half";
    return 0.5;
  }

  private static void nothing() {
    called = "nothing()";
  }

  private static String text() {
    called = "text";
    return "text";
  }

  @ParameterizedTest
  @CsvSource({"letter, null", "half, null", "nothing(), null", "text, text"})
  void callsStaticMethod(String method, String result) throws Exception {
    String name = OperationsTest.class.getName() + "#" + method;
    Callable<?> operation = Operations.of(name, Callable.class);
    assertThat(String.valueOf(operation.call())).isEqualTo(result);
    assertThat(called).isEqualTo(method);
    assertThat(Operations.of(name, Callable.class))
        .hasSameClassAs(operation)
        .isNotSameAs(operation);
  }

  @Test
  void handsSecretToStaticMethod() throws Exception {
    String own = OperationsTest.class.getName();
    byte[] secret = {1, -2};
    assertThat(Operations.of(own + "#isOdd", Secret.class).run(secret)).isOne();
    assertThat(Operations.of(own + "#last(byte[])", Secret.class).run(secret)).isEqualTo(-2);
    assertThat(Operations.of("java.util.Arrays#hashCode", Secret.class).run(secret))
        .isEqualTo(Arrays.hashCode(secret));
    for (String method : List.of("#fraction", "#notStatic", "#letter", "#none")) {
      assertThatThrownBy(() -> Operations.of(own + method, Secret.class))
          .isInstanceOf(CountFailure.class)
          .hasMessage(
              "The operation %s has to be a static method with the parameters and the result of"
                  + " %s.run.",
              own + method, Secret.class.getName());
    }
  }

  @Test
  void saysWhyAClassIsNoOperation() {
    refuses(
        "java.lang.Object",
        "The class java.lang.Object has to implement java.util.concurrent.Callable.");
    refuses(
        "com.example.None",
        "No class 'com.example.None' is on the class path or module path of a new JVM.");
    refuses(
        Callable.class.getName(),
        "The class java.util.concurrent.Callable needs a constructor without parameters, and cannot"
            + " be abstract.");
    refuses(
        NotInitialised.class.getName(),
        "The operation "
            + NotInitialised.class.getName()
            + " cannot be made: java.lang.NumberFormatException: For input string: \"none\"");
  }
}
