package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code x86-tscasm}: RDTSC by inline assembly, in a 32-bit process. */
final class X86TscAsm extends TimeStampCounter {

  X86TscAsm() {
    super("x86-tscasm", "x86", new Read());
  }

  static native long ticks();

  // No method reference: cold start 1.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return X86TscAsm.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
