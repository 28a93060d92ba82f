package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code amd64-tsc}: RDTSC in a 64-bit process; the same instruction as {@code amd64-tscasm}. */
final class Amd64Tsc extends TimeStampCounter {

  Amd64Tsc() {
    super("amd64-tsc", "x86-64", new Read());
  }

  static native long ticks();

  // No method reference: the first one costs a starting JVM some 10 ms.
  private static final class Read implements TickSource {
    @Override
    public long ticks() {
      return Amd64Tsc.ticks();
    }
  }

  @Override
  native long ticksAddress();
}
