package org.cyclecounter.x86;

/** {@code amd64-tsc}: RDTSC by the compiler's intrinsic, in a 64-bit process. */
final class Amd64Tsc extends TimeStampCounter {

  Amd64Tsc() {
    super("amd64-tsc", "x86-64", Amd64Tsc::ticks);
  }

  static native long ticks();

  @Override
  native long ticksAddress();
}
