// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  private static final List<String> KNOWN =
      List.of("amd64-tsc", "amd64-tscasm", "default-zero", "--json", "-h", "list", "last");

  @ParameterizedTest
  @CsvSource({
    "amd64-tcs, amd64-tsc", // swapped letters
    "amd64-tscasn, amd64-tscasm",
    "tsc, amd64-tsc", // a whole part
    "zer, default-zero",
    "lits, list",
    "--jsno, --json",
    "list, list",
    "lost, ", // as near to two
    "amd, ", // a part of two
    "-n, ",
    "nonsense, ",
    "'', "
  })
  void namesNearestUnlessSeveralAreNear(String word, String name) {
    assertThat(Nearest.of(word, KNOWN).orElse(null)).isEqualTo(name);
  }
}
