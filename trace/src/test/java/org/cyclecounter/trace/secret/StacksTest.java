// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StacksTest {

  private static final StackTraceElement STUB = new StackTraceElement("", "copy", null, -2);
  private static final StackTraceElement ACCEPTED = new StackTraceElement("A", "b", "A.java", 7);
  private static final StackTraceElement OTHER = new StackTraceElement("C", "d", "C.java", 8);
  private static final StackTraceElement CALLED =
      new StackTraceElement("A", "b", null, Stacks.CALLED);
  private static final StackTraceElement OTHER_CALLED =
      new StackTraceElement("C", "d", null, Stacks.CALLED);

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
  void isNotAcceptedInWhatTheMethodCalls() {
    assertThat(isAccepted(OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(OTHER, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(STUB, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(OTHER_CALLED, OTHER, ACCEPTED)).isFalse();
    assertThat(isAccepted(STUB)).isFalse();
    assertThat(isAccepted()).isFalse();
  }
}
