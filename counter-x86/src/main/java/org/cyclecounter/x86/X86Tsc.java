package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code x86-tsc}: RDTSC in a 32-bit process; the same instruction as {@code x86-tscasm}. */
final class X86Tsc extends TimeStampCounter {

  X86Tsc() {
    super("x86-tsc", "x86", new Read());
  }

  static native long ticks();

  // No method reference: the first one costs a starting JVM some 10 ms.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return X86Tsc.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
