// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The processor that valgrind shows the JVM: of the features for which HotSpot compiles other code,
 * 3.19 has neither AVX-512 nor SHA.
 */
final class ShownProcessor {

  /** CPUID's leaf, and the bit of ECX or, above 31, of EBX: Intel SDM volume 2A. */
  private record Feature(String name, int leaf, int bit) {}

  private static final Feature[] FEATURES = {
    new Feature("pclmulqdq", 1, 1),
    new Feature("fma", 1, 12),
    new Feature("sse4_2", 1, 20),
    new Feature("aes", 1, 25),
    new Feature("avx", 1, 28),
    new Feature("bmi1", 7, 35),
    new Feature("avx2", 7, 37),
    new Feature("bmi2", 7, 40),
    new Feature("avx512f", 7, 48),
    new Feature("adx", 7, 51),
    new Feature("sha_ni", 7, 61),
    new Feature("vaes", 7, 9)
  };

  private ShownProcessor() {}

  /** Returns a remark for the report; empty where there is no CPUID. */
  static String remark() {
    return Memcheck.cpuid(0) == 0
        ? ""
        : "valgrind shows the JVM a processor with " + names(1) + ", without " + names(0);
  }

  private static String names(int bit) {
    return Arrays.stream(FEATURES)
        .filter(feature -> (Memcheck.cpuid(feature.leaf) >>> feature.bit & 1) == bit)
        .map(Feature::name)
        .collect(Collectors.joining(" "));
  }
}
