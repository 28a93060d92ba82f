package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code arm64-vctss}: the count that {@code arm64-vct} reads, by CNTVCTSS_EL0, which is read in
 * program order. On processors with FEAT_ECV, undefined on others.
 */
final class Arm64Vctss extends NativeCounterSource {

  Arm64Vctss() {
    super(
        "arm64-vctss",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        ArmLibrary.LIBRARY,
        Scaling.findMultiplier());
  }

  static native long ticks();

  static native long startTicks();

  // No method references: cold start 1.
  private record Read(boolean starts) implements TickSource {
    @Override
    public long ticks() {
      return starts ? Arm64Vctss.startTicks() : Arm64Vctss.ticks();
    }
  }

  @Override
  protected native long address(int function);

  /** CNTFRQ_EL0, which may be read wherever the count may. */
  @Override
  protected long ticksPerSecond() {
    return Arm64Vct.frequency();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return new Read(function == Function.START_TICKS);
  }
}
