package org.cyclecounter.x86;

/** {@code x86-tscasm}: RDTSC by inline assembly, in a 32-bit process. */
final class X86TscAsm extends TimeStampCounter {

  X86TscAsm() {
    super("x86-tscasm", "x86", X86TscAsm::ticks);
  }

  static native long ticks();

  @Override
  native long ticksAddress();
}
