// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

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

  @Override
  protected native long address(int function);

  @Override
  protected long read(Function function) {
    return function == Function.START_TICKS ? startTicks() : ticks();
  }
}
