// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception's message may end without a full stop. */
class RunOptionsTest {

  @ParameterizedTest
  @ValueSource(strings = {"It threw X: no file a.csv", "It threw X: no file a.csv."})
  void pointsToTheStackTraceWhateverTheSentenceEndsWith(String sentence) {
    assertThat(RunOptions.withHint(sentence))
        .isEqualTo("It threw X: no file a.csv; --stack-trace prints where.");
  }
}
