// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.spi.CounterUnavailableException;

/**
 * {@code amd64-perfpmcff}: Intel's fixed counter of core cycles, read as it stands by RDPMC, while
 * perf events of the thread's own, one for each kind of core, keep it running. Cheaper than {@code
 * amd64-pmc} but less useful: the kernel reloads the counter whenever it schedules the thread, so a
 * difference is meaningless unless the thread kept its core between the two readings.
 */
final class Amd64PerfPmcFf extends MappedPmc {

  Amd64PerfPmcFf() {
    super("amd64-perfpmcff");
  }

  static native long ticks();

  static native long fencedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected native int setEvent(int place, int type, long config, long config1);

  @Override
  protected native long probe();

  @Override
  protected native long whyNot();

  @Override
  protected native boolean eventTimes(long[] times);

  /**
   * Rejects a processor without the counter, and a watchdog that resets it, before any event is
   * set.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    FixedCounter.check();
    super.check();
  }

  /**
   * Accepts Intel or an unknown vendor: CPUID leaf 0x0a describes the counter on Intel's processors
   * alone.
   */
  @Override
  boolean isFor(String maker) {
    return maker.isEmpty() || maker.equals(FixedCounter.INTEL);
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : fencedTicks();
  }
}
