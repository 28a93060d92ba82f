package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import org.cyclecounter.Measured;
import org.cyclecounter.selector.scoring.Instruction;
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
  void aTrapSaysWhatItCostsAndWhichInstructionItIs() {
    Measured measured =
        new Measured(
            OptionalLong.of(490),
            OptionalLong.empty(),
            789.6,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    assertThat(MeasuredReasons.intercepted(measured, Instruction.RDPMC))
        .isEqualTo("; a read takes 790 ns: the hypervisor intercepts RDPMC");
    assertThat(MeasuredReasons.intercepted(measured, null)).isEmpty();
  }

  @Test
  void anyOtherThrowableSpeaksForItself() {
    assertThat(Reasons.of(new IllegalStateException("why", new NumberFormatException("how"))))
        .isEqualTo("it threw java.lang.IllegalStateException: why");
  }
}
