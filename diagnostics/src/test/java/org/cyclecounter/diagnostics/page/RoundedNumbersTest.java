// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundedNumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "229.404 | 229",
        "22840.4 | 22,800",
        "0.1234 | 0.123",
        "99.96 | 100",
        "-2.5 | -2.50",
        "1 | 1.00",
        "999.9 | 1,000",
        "3700000 | 3.70 million",
        "25e9 | 25,000 million",
        "-0.0001 | 0",
        "0 | 0",
        "NaN | unknown",
      })
  void costsHaveThreeSignificantDigits(double cost, String text) {
    assertThat(RoundedNumbers.digits(cost)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1.0042, 1.004", "0.5, 0.500", "229.404, 229", "NaN, unknown"})
  void smallRatiosHaveThousandths(double ratio, String text) {
    assertThat(RoundedNumbers.ratio(ratio)).isEqualTo(text);
  }
}
