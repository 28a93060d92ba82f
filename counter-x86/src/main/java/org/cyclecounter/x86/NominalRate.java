// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

/**
 * The rate of the time-stamp counter that Intel's processors tell: their crystal's times a ratio.
 * AMD's tell none. A hypervisor may hide it, or tell the host's for a counter that it scales: the
 * selector compares it with the clock.
 *
 * <p>Source: Intel SDM volume 3B, "Determining the Processor Base Frequency" and volume 2A, CPUID,
 * leaves 15H and 16H.
 */
final class NominalRate {

  /** Asks for a register of a leaf of CPUID. */
  interface Cpuid {

    /**
     * Returns a register.
     *
     * @param leaf its subleaf 0 is asked for
     * @param register 0 to 3 for EAX, EBX, ECX and EDX
     */
    int register(int leaf, int register);
  }

  private static final int EAX = 0;
  private static final int EBX = 1;
  private static final int ECX = 2;
  private static final int EDX = 3;

  private static final int RATIO = 0x15;
  private static final int BASE_FREQUENCY = 0x16;
  private static final int LAST_EXTENDED = 0x8000_0000;
  private static final int POWER = 0x8000_0007;

  private NominalRate() {}

  /** Asks this processor. Where CPUID traps that takes microseconds. */
  static native int cpuid(int leaf, int register);

  /** Returns it in Hz; 0 if the processor does not tell it, or the counter is not invariant. */
  static long hz(Cpuid cpuid) {
    int last = cpuid.register(0, EAX);
    boolean isInvariant =
        Integer.compareUnsigned(cpuid.register(LAST_EXTENDED, EAX), POWER) >= 0
            && (cpuid.register(POWER, EDX) >> 8 & 1) != 0;
    if (!isInvariant || last < RATIO) {
      return 0;
    }
    long denominator = Integer.toUnsignedLong(cpuid.register(RATIO, EAX)); // 0 in some guests
    long numerator = Integer.toUnsignedLong(cpuid.register(RATIO, EBX));
    if (denominator == 0 || numerator == 0) {
      return 0;
    }
    long crystalHz = Integer.toUnsignedLong(cpuid.register(RATIO, ECX));
    if (crystalHz == 0) {
      crystalHz = crystalHz(cpuid.register(1, EAX));
    }
    if (crystalHz == 0) { // not in libcpucycles: the base frequency, in whole MHz
      return last < BASE_FREQUENCY
          ? 0
          : (cpuid.register(BASE_FREQUENCY, EAX) & 0xffff) * 1_000_000L;
    }
    return crystalHz * numerator / denominator;
  }

  /**
   * Returns the crystal of the processors that do not tell it, by libcpucycles's list; 0 of others.
   */
  private static long crystalHz(int signature) {
    int family = signature >> 8 & 0xf;
    int model = signature >> 12 & 0xf0 | signature >> 4 & 0xf;
    return family != 6
        ? 0
        : switch (model) {
          case 0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6 -> 24_000_000;
          case 0x55 -> 25_000_000;
          case 0x5c -> 19_200_000;
          default -> 0;
        };
  }
}
