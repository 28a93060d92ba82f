// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.Measured;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.Test;

/** The sentence that is made of a throwable. */
class FailuresTest {

  @Test
  void tellsCostAndInstructionOfTrappedRead() {
    Measured measured =
        new Measured(
            OptionalLong.of(490),
            OptionalLong.empty(),
            789.6,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    assertThat(UsableReasons.intercepted(measured, "RDPMC"))
        .isEqualTo("; a read takes 790 ns: the hypervisor intercepts RDPMC");
    assertThat(UsableReasons.intercepted(measured, "")).isEmpty();
  }

  @Test
  void takesSlowReadByInstructionForIntercepted() {
    assertThat(UsableReasons.isIntercepted("RDPMC", 790)).isTrue();
    assertThat(UsableReasons.isIntercepted("RDTSC", 201)).isTrue();
    assertThat(UsableReasons.isIntercepted("RDPMC", 60)).isFalse();
    assertThat(UsableReasons.isIntercepted("read(2)", 1080)).isFalse();
    assertThat(UsableReasons.isIntercepted("", 790)).isFalse();
  }

  @Test
  void tellsTypeMessageAndCauseOfThrowable() {
    assertThat(Failures.of("", new IllegalStateException("why", new NumberFormatException("how"))))
        .isEqualTo(
            "it threw java.lang.IllegalStateException: why,"
                + " caused by java.lang.NumberFormatException: how");
    assertThat(Failures.of("", new IllegalStateException(new NumberFormatException("how"))))
        .isEqualTo("it threw java.lang.NumberFormatException: how");
  }

  @Test
  void tellsCallLineOfCodeAndRemedy() {
    assertThat(Failures.of("open()", at("com.example.Counter", "connect", "boom")))
        .isEqualTo(
            "open() threw java.lang.IllegalStateException: boom"
                + " at com.example.Counter.connect(Counter.java:7);"
                + " open() must return a TickSource or throw CounterUnavailableException");
    assertThat(Failures.of("scaling()", at("com.example.Counter", "<clinit>", "boom")))
        .isEqualTo(
            "scaling() threw java.lang.IllegalStateException: boom"
                + " in the static initializer of com.example.Counter(Counter.java:7);"
                + " scaling() must not fail; open() is for what can");
    assertThat(Failures.of("ticks()", new CounterUnavailableException("none here")))
        .isEqualTo("none here");
    assertThat(Failures.of("open()", new CounterUnavailableException((String) null)))
        .isEqualTo(
            "open() threw CounterUnavailableException without a message; it must say why the"
                + " counter cannot be used");
  }

  @Test
  void tellsPlaceForMissingClass() {
    for (String words : List.of("", " not found by acme [5]", " cannot be found by acme_1.0.0")) {
      Throwable cause = new ClassNotFoundException("dep.Dep" + words);
      assertThat(Failures.of("open()", new NoClassDefFoundError("dep/Dep").initCause(cause)))
          .contains("caused by java.lang.ClassNotFoundException: dep.Dep" + words)
          .endsWith(
              "; put the JAR with that class beside the provider's; a bundle must import its"
                  + " package");
    }
    Throwable gone =
        new ClassNotFoundException(
            "Unable to load class 'dep.Dep' because the bundle wiring for acme is no longer"
                + " valid.");
    for (Throwable other :
        List.of(gone, new NoClassDefFoundError("Could not initialize class dep.Dep"))) {
      assertThat(Failures.of("open()", other))
          .endsWith("; open() must return a TickSource or throw CounterUnavailableException");
    }
  }

  @Test
  void tellsLimitOfThreadsFromFullHeap() {
    assertThat(Failures.of("open()", new OutOfMemoryError("unable to create native thread: x")))
        .endsWith(
            " x; a limit of processes and threads (ulimit -u, pids.max) is reached; raise it");
    assertThat(Failures.of("open()", new OutOfMemoryError("Java heap space")))
        .doesNotContain("limit");
  }

  @Test
  void namesThrowableThatThrows() {
    RuntimeException bad =
        new RuntimeException() {
          @Override
          public String getMessage() {
            throw new IllegalStateException();
          }
        };
    assertThat(Failures.of("open()", bad)).isEqualTo("open() threw " + bad.getClass().getName());
  }

  private static Throwable at(String type, String method, String message) {
    Throwable thrown = new IllegalStateException(message);
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.util.Objects", "requireNonNull", "Objects.java", 1),
          new StackTraceElement(type, method, "Counter.java", 7),
          new StackTraceElement("org.cyclecounter.selector.selection.Probe", "run", "Probe.java", 1)
        });
    return thrown;
  }
}
