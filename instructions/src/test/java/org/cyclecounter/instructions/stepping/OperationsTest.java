// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Classes that cannot be made an operation. */
class OperationsTest {

  /** Has a static field that cannot be initialised. */
  public static final class NotInitialised implements Callable<Object> {
    private static final int NUMBER = Integer.parseInt("none");

    @Override
    public Object call() {
      return NUMBER;
    }
  }

  private static void refuses(String type, String sentence) {
    assertThatThrownBy(() -> Operations.of(type, Callable.class))
        .isInstanceOf(CountFailure.class)
        .hasMessage(sentence);
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
