// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * {@code default-perfevent}: the calling thread's core cycles by a system call on a Linux perf
 * event, which each thread opens for itself on its first read and which is closed when the thread
 * ends; on a hybrid x86 processor the sum of an event for each kind of core. Pinned: a read throws
 * if other events took the hardware counter; it never returns a part of the cycles as the whole.
 *
 * <p>It counts core cycles, but a read costs hundreds of them: libcpucycles 20240114 gives it the
 * penalty of an off-core clock, so that is its kind here. System calls cannot crash: it is read in
 * this process at once.
 */
final class DefaultPerfevent extends PerfEventSource {

  DefaultPerfevent() {
    super("default-perfevent", CounterKind.OFF_CORE, OsLibrary.LIBRARY);
  }

  static native long ticks();

  @Override
  protected native long address(int function);

  /** A call, with its section of the manual: never to be called intercepted, however slow it is. */
  @Override
  public String instruction() {
    return "read(2)";
  }

  @Override
  protected native int setEvent(int place, int type, long config, long config1);

  @Override
  protected native long probe();

  @Override
  protected native long whyNot();

  @Override
  protected native boolean eventTimes(long[] times);

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
