// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.List;

/**
 * The processors.
 *
 * @param vendor who made it, on x86: {@code GenuineIntel}, {@code AuthenticAMD}
 * @param architecture what the JVM calls it, normalised as in {@link
 *     org.cyclecounter.spi.nativelib.Platform}: {@code x86-64}, {@code aarch64}
 * @param driver what sets their frequency, such as {@code intel_pstate}
 * @param governor how that is decided, such as {@code performance}; with commas where processors
 *     differ
 * @param turbo whether they may run above their base frequency
 * @param lowestKhz the lowest frequency that is allowed now
 * @param highestKhz the highest frequency that is allowed now
 * @param megahertz what /proc/cpuinfo shows for each processor, in MHz, in its order
 */
public record ProcessorFacts(
    Known<String> model,
    Known<String> vendor,
    String architecture,
    int count,
    Known<String> driver,
    Known<String> governor,
    Known<Boolean> turbo,
    Known<Long> lowestKhz,
    Known<Long> highestKhz,
    List<Double> megahertz) {

  // Copies the list.
  public ProcessorFacts {
    megahertz = List.copyOf(megahertz);
  }

  static boolean isX86(String architecture) {
    return architecture.equals("x86-64") || architecture.equals("x86");
  }
}
