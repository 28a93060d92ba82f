package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code amd64-tsc}: RDTSC by the compiler's intrinsic, in a 64-bit process. */
final class Amd64Tsc extends TimeStampCounter {

  Amd64Tsc() {
    super("amd64-tsc", "x86-64", new Read());
  }

  static native long ticks();

  // No method reference: cold start 1.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return Amd64Tsc.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
