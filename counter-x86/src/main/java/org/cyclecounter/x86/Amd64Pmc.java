// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.spi.CounterUnavailableException;

/**
 * {@code amd64-pmc}: the thread's core cycles in user mode, counted by a Linux perf event that each
 * thread opens for itself on its first read and that is closed when the thread ends; read by RDPMC
 * under the kernel's mapped-page protocol, without a system call. On a hybrid processor it is the
 * sum of one event for each kind of core.
 *
 * <p>libcpucycles 20260901 calls it {@code amd64-perfpmc} on processors that are not Intel's; under
 * that name it refuses Intel's, and so does this.
 */
final class Amd64Pmc extends MappedPmc {

  private final boolean refusesIntel;

  Amd64Pmc(String name) {
    super(name);
    refusesIntel = name.equals("amd64-perfpmc");
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

  @Override
  protected void check() throws CounterUnavailableException {
    if (refusesIntel && FixedCounter.width() > 0) {
      throw new CounterUnavailableException(
          "Intel processors use amd64-perfpmcff instead; amd64-pmc reads the same counter");
    }
    super.check();
  }

  /** Returns false for Intel's under libcpucycles's other name: a report would advise in vain. */
  @Override
  boolean isFor(String maker) {
    return !refusesIntel || !maker.equals(FixedCounter.INTEL);
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : fencedTicks();
  }
}
