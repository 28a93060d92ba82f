// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.util.StringJoiner;

/**
 * The processor that valgrind shows the JVM: of the features that change HotSpot's code, valgrind
 * 3.19 has neither AVX-512 nor SHA.
 */
final class ShownProcessor {

  /** CPUID's leaf, the bit of ECX or, above 31, of EBX, and its name: Intel SDM volume 2A. */
  private static final String FEATURES =
      "1:1:pclmulqdq 1:12:fma 1:20:sse4_2 1:25:aes 1:28:avx 7:35:bmi1 7:37:avx2 7:40:bmi2"
          + " 7:48:avx512f 7:51:adx 7:61:sha_ni 7:9:vaes";

  private ShownProcessor() {}

  /** Returns a remark for the report; empty where there is no CPUID. */
  static String remark() {
    StringJoiner present = new StringJoiner(" ");
    StringJoiner absent = new StringJoiner(" ");
    for (String feature : FEATURES.split(" ", -1)) {
      String[] parts = feature.split(":", -1);
      long bits = Memcheck.cpuid(Integer.parseInt(parts[0])) >>> Integer.parseInt(parts[1]);
      ((bits & 1) == 0 ? absent : present).add(parts[2]);
    }
    return Memcheck.cpuid(0) == 0
        ? ""
        : "valgrind shows the JVM a processor with " + present + ", without " + absent;
  }
}
