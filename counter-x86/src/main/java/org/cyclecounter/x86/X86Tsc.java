package org.cyclecounter.x86;

/** {@code x86-tsc}: RDTSC by the compiler's intrinsic, in a 32-bit process. */
final class X86Tsc extends TimeStampCounter {

  X86Tsc() {
    super("x86-tsc", "x86", X86Tsc::ticks);
  }

  static native long ticks();

  @Override
  native long ticksAddress();
}
