// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StacksTest {

  private static final StackTraceElement STUB = new StackTraceElement("", "copy", null, -2);
  private static final StackTraceElement ACCEPTED = new StackTraceElement("A", "b", "A.java", 7);
  private static final StackTraceElement OTHER = new StackTraceElement("C", "d", "C.java", 8);
  private static final StackTraceElement CALLED =
      new StackTraceElement("A", "b", null, Stacks.CALLED);
  private static final StackTraceElement OTHER_CALLED =
      new StackTraceElement("C", "d", null, Stacks.CALLED);

  private static final StackTraceElement INLINED =
      new StackTraceElement("C", "d", null, Stacks.INLINED);

  private static boolean isAccepted(StackTraceElement... stack) {
    return Stacks.isAccepted(List.of(stack), Set.of("A.b"));
  }

  @Test
  void isAcceptedInTheMethod() {
    assertThat(isAccepted(ACCEPTED)).isTrue();
    assertThat(isAccepted(ACCEPTED, OTHER)).isTrue();
    assertThat(isAccepted(STUB, ACCEPTED, OTHER)).isTrue();
    assertThat(isAccepted(OTHER_CALLED, ACCEPTED)).isTrue();
  }

  @Test
  void isAcceptedWhereItsResultIsBranchedOn() {
    assertThat(isAccepted(CALLED, OTHER)).isTrue();
  }

  @Test
  void isNotAcceptedInWhatC2Inlined() {
    assertThat(isAccepted(INLINED, ACCEPTED, OTHER)).isFalse();
    assertThat(isAccepted(STUB, INLINED, ACCEPTED)).isFalse();
    assertThat(Stacks.isAccepted(List.of(INLINED, ACCEPTED), Set.of("C.d"))).isTrue();
  }

  @Test
  void acceptedNamesAreMethods() {
    ClassLoader loader = getClass().getClassLoader();
    String own = getClass().getName();
    assertThat(Accepted.normalized(Set.of(own + "#isAccepted")))
        .containsExactly(own + ".isAccepted");
    Set<String> methods =
        Set.of(own + ".isAccepted", own + ".<init>", ".libz.so", "a.B$$Lambda.run");
    assertThat(Accepted.problem(methods, loader)).isEmpty();
    for (String name : List.of("isEqual", "a.B.c", own + ".toString", own)) {
      assertThat(Accepted.problem(Set.of(name), loader))
          .startsWith("The accepted '" + name + "' names no method: write CLASS.METHOD, such as ");
    }
  }

  @Test
  void findsAcceptedMethodThatDidNotRun() {
    List<StackTraceElement> stack = List.of(STUB, ACCEPTED);
    assertThat(Accepted.unmatched(Set.of("A.b"), Stream.of(stack))).isEmpty();
    assertThat(Accepted.unmatched(Set.of("A.b", "C.d", "B.c"), Stream.of(stack))).isEqualTo("B.c");
  }

  @Test
  void isNotAcceptedInWhatTheMethodCalls() {
    assertThat(isAccepted(OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(OTHER, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(STUB, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(OTHER_CALLED, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(STUB)).isFalse();
    assertThat(isAccepted()).isFalse();
  }
}
