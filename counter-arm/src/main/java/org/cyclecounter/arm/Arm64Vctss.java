// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.spi.TickSource;

/**
 * {@code arm64-vctss}: the count that {@code arm64-vct} reads, by CNTVCTSS_EL0, which is read in
 * program order, so that only the start of a region needs an ISB, after the read. On processors
 * with FEAT_ECV (Armv8.6); undefined (SIGILL) on others.
 */
final class Arm64Vctss extends Arm64Vct {

  Arm64Vctss() {
    super("arm64-vctss");
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

  @Override
  protected TickSource jniRead(Function function) {
    return new Read(function == Function.START_TICKS);
  }
}
