// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The processor that valgrind shows the JVM: of the features for which HotSpot compiles other code,
 * 3.19 has neither AVX-512 nor SHA. Intel SDM volume 2A, CPUID.
 */
final class ShownProcessor {

  private static final int EBX = 1;
  private static final int ECX = 2;

  private record Feature(String name, int leaf, int register, int bit) {
    boolean isShown() {
      return (Memcheck.cpuid(leaf, register) >>> bit & 1) != 0;
    }
  }

  private static final List<Feature> FEATURES =
      List.of(
          new Feature("pclmulqdq", 1, ECX, 1),
          new Feature("fma", 1, ECX, 12),
          new Feature("sse4_2", 1, ECX, 20),
          new Feature("aes", 1, ECX, 25),
          new Feature("avx", 1, ECX, 28),
          new Feature("bmi1", 7, EBX, 3),
          new Feature("avx2", 7, EBX, 5),
          new Feature("bmi2", 7, EBX, 8),
          new Feature("avx512f", 7, EBX, 16),
          new Feature("adx", 7, EBX, 19),
          new Feature("sha_ni", 7, EBX, 29),
          new Feature("gfni", 7, ECX, 8),
          new Feature("vaes", 7, ECX, 9));

  private ShownProcessor() {}

  /** Returns a remark for the report; empty where there is no CPUID. */
  static String remark() {
    return Memcheck.cpuid(0, EBX) == 0
        ? ""
        : "valgrind shows the JVM a processor with " + names(true) + ", without " + names(false);
  }

  private static String names(boolean isShown) {
    return FEATURES.stream()
        .filter(feature -> feature.isShown() == isShown)
        .map(Feature::name)
        .collect(Collectors.joining(" "));
  }
}
