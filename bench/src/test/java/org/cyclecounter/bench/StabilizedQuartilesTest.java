// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equal to SUPERCOP's definition, stq.h, whose results these are. */
class StabilizedQuartilesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | 5 | 5 | 5",
        "1 2 | 1 | 1.5 | 2",
        "30 10 20 | 11.66666667 | 20 | 28.33333333",
        "286 286 312 291 286 287 40211 | 286 | 287.6428571 | 3154.428571",
        "23674 23702 23655 23690 23671 31022 23668 23688 23659 23701 23680 23677 23699 23664 23683 | 23668.43333 | 23680.2 | 23695.4",
        "130 130 182 130 182 182 130 182 156 130 182 130 208 130 182 130 | 130 | 149.5 | 182",
      })
  void equalThoseOfSupercop(String values, double first, double second, double third) {
    double[] sample =
        Arrays.stream(values.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
    StabilizedQuartiles quartiles = StabilizedQuartiles.of(sample);
    assertThat(quartiles.first()).isCloseTo(first, within(1e-9 * first));
    assertThat(quartiles.second()).isCloseTo(second, within(1e-9 * second));
    assertThat(quartiles.third()).isCloseTo(third, within(1e-9 * third));
  }

  @ParameterizedTest
  @CsvSource({"NaN, 1", "1, NaN"})
  void areUnknownWithValueThatIsNotValid(double one, double other) {
    assertThat(StabilizedQuartiles.of(one, other).second()).isNaN();
  }
}
