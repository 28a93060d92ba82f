package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code amd64-tscasm}: RDTSC by inline assembly, in a 64-bit process. */
final class Amd64TscAsm extends TimeStampCounter {

  Amd64TscAsm() {
    super("amd64-tscasm", "x86-64");
  }

  static native long ticks();

  static native long fencedTicks();

  static native long rdtscpTicks();

  static native long bothFencedTicks();

  static native int stopKind();

  static native long address(int function);

  @Override
  protected long address(Function function) {
    return address(function.ordinal());
  }

  @Override
  protected TickSource jniReads() {
    return switch (stopKind()) {
      case UNORDERED -> Amd64TscAsm::ticks;
      case RDTSCP -> new WithRdtscp();
      default -> new WithFences();
    };
  }

  private static final class WithRdtscp implements TickSource {
    @Override
    public long ticks() {
      return Amd64TscAsm.ticks();
    }

    @Override
    public long startTicks() {
      return fencedTicks();
    }

    @Override
    public long stopTicks() {
      return rdtscpTicks();
    }
  }

  private static final class WithFences implements TickSource {
    @Override
    public long ticks() {
      return Amd64TscAsm.ticks();
    }

    @Override
    public long startTicks() {
      return fencedTicks();
    }

    @Override
    public long stopTicks() {
      return bothFencedTicks();
    }
  }
}
