// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompilersTest {

  /** Lines of Java 17 on Linux 6.18, cut. */
  @ParameterizedTest
  @CsvSource({
    "4711 (C2 CompilerThre) R 4700 4711 4700 0 -1, true",
    "4711 (C2 CompilerThre) S 4700 4711 4700 0 -1, false",
    "4712 (C1 CompilerThre) R 4700 4711 4700 0 -1, true",
    "4713 (java) R 4700 4711 4700 0 -1, false",
    "4714 (a) R C2 Compiler) S 4700, false",
    "'', false",
    "4711 (C2 Compiler, false"
  })
  void findsCompilerBusyWhileItsThreadCanRun(String stat, boolean isBusy) {
    assertThat(Compilers.isBusyCompiler(stat)).isEqualTo(isBusy);
  }
}
