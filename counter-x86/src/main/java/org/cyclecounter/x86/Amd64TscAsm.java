package org.cyclecounter.x86;

/** {@code amd64-tscasm}: RDTSC by inline assembly, in a 64-bit process. */
final class Amd64TscAsm extends TimeStampCounter {

  Amd64TscAsm() {
    super("amd64-tscasm", "x86-64", Amd64TscAsm::ticks);
  }

  static native long ticks();

  @Override
  native long ticksAddress();
}
