// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code amd64-rdpru}: the core's cycles while it is not halted (APERF) by AMD's RDPRU, in every
 * privilege level and for every process on the core. Offered by Zen 2 and newer if the operating
 * system or hypervisor lets it through; it faults if CR4.TSD is set. Not serialising: an ordered
 * read is fenced by LFENCEs. Source: AMD APM volume 3, RDPRU; register 1 is APERF.
 */
final class Amd64Rdpru extends NativeCounterSource {

  Amd64Rdpru() {
    super("amd64-rdpru", CounterKind.ON_CORE, Scope.CORE, X86Library.LIBRARY);
  }

  static native long ticks();

  static native long fencedTicks();

  @Override
  protected native long address(int function);

  /** Returns non-zero if CPUID shows the instruction and its register APERF. */
  static native int isOffered();

  @Override
  public String instruction() {
    return "RDPRU";
  }

  /**
   * On any operating system: no call of it is needed, only that it lets the instruction through.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    if (isOffered() == 0) {
      throw new CounterUnavailableException(
          "the processor does not offer RDPRU (CPUID 0x80000008, EBX bit 4)");
    }
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : fencedTicks();
  }
}
