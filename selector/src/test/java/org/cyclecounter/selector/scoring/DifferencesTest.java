package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class DifferencesTest {

  private static Differences of(String reason) {
    return Differences.of(
        new CounterReport(
            "a",
            CounterKind.OFF_CORE,
            Scope.SYSTEM,
            Verdict.USABLE,
            1,
            1,
            false,
            reason,
            Duration.ZERO));
  }

  @Test
  void whatIsWrittenIsRead() {
    assertThat(of(Differences.sentence(true, 26, 0) + ", penalty 100; tried natively, 7.0 ms"))
        .isEqualTo(new Differences(OptionalLong.of(26), OptionalLong.empty()));
    assertThat(of(Differences.sentence(true, 26, 31) + ", penalty 100"))
        .isEqualTo(new Differences(OptionalLong.of(26), OptionalLong.of(31)));
    assertThat(of(Differences.sentence(false, 51, 0) + ", penalty 200"))
        .isEqualTo(new Differences(OptionalLong.empty(), OptionalLong.of(51)));
    assertThat(of("it stands still, 5 cycles apart in C"))
        .isEqualTo(new Differences(OptionalLong.empty(), OptionalLong.empty()));
  }
}
