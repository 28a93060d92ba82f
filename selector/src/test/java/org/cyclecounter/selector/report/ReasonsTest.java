package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

/** What a throwable says. */
class ReasonsTest {

  @Test
  void ofAServiceLoadersErrorTheCauseIsSaid() {
    Throwable cause = new NumberFormatException("on purpose");
    Throwable thrown =
        new ServiceConfigurationError("a.B failed", new ExceptionInInitializerError(cause));
    assertThat(Reasons.of(thrown))
        .isEqualTo("it threw java.lang.NumberFormatException: on purpose");
    assertThat(Reasons.of(new ServiceConfigurationError("a.B failed")))
        .isEqualTo("it threw java.util.ServiceConfigurationError: a.B failed");
  }

  @Test
  void anyOtherThrowableSpeaksForItself() {
    assertThat(Reasons.of(new IllegalStateException("why", new NumberFormatException("how"))))
        .isEqualTo("it threw java.lang.IllegalStateException: why");
  }
}
