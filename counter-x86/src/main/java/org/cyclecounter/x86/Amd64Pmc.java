package org.cyclecounter.x86;

import org.cyclecounter.spi.TickSource;

/**
 * {@code amd64-pmc}: the thread's core cycles in user mode, counted by a Linux perf event that each
 * thread opens for itself on its first read and that is closed when the thread ends; read by RDPMC
 * under the kernel's mapped-page protocol, without a system call. On a hybrid processor it is the
 * sum of one event for each kind of core.
 */
final class Amd64Pmc extends MappedPmc {

  Amd64Pmc() {
    super("amd64-pmc");
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
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Amd64Pmc::ticks : Amd64Pmc::fencedTicks;
  }
}
