package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code x86-tsc}: RDTSC by the compiler's intrinsic, in a 32-bit process. */
final class X86Tsc extends TimeStampCounter {

  X86Tsc() {
    super("x86-tsc", "x86", new Read());
  }

  static native long ticks();

  // No method reference: cold start 1.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return X86Tsc.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
