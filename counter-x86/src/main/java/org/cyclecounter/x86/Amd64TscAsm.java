package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code amd64-tscasm}: RDTSC by inline assembly, in a 64-bit process. */
final class Amd64TscAsm extends TimeStampCounter {

  Amd64TscAsm() {
    super("amd64-tscasm", "x86-64", new Read());
  }

  static native long ticks();

  // No method reference: cold start 1.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return Amd64TscAsm.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
