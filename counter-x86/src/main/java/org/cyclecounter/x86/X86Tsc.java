package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/** {@code x86-tsc}: RDTSC by the compiler's intrinsic, in a 32-bit process. */
final class X86Tsc extends TimeStampCounter {

  X86Tsc() {
    super("x86-tsc", "x86");
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
      case UNORDERED -> X86Tsc::ticks;
      case RDTSCP -> new WithRdtscp();
      default -> new WithFences();
    };
  }

  private static final class WithRdtscp implements TickSource {
    @Override
    public long ticks() {
      return X86Tsc.ticks();
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
      return X86Tsc.ticks();
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
