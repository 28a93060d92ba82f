// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/** A counter of perf events that need no PMU, read by system calls. */
class SoftwareEvent extends PerfEventSource {

  /** PERF_COUNT_SW_TASK_CLOCK of PERF_TYPE_SOFTWARE: the thread's CPU time. */
  static final Event TASK_CLOCK = new Event(1, 1, 0);

  private final List<Event> events;

  SoftwareEvent(String name, Event event) {
    super(name, CounterKind.FIXED_RESOLUTION, CrashProvider.LIBRARY);
    events = List.of(event);
  }

  static native long ticks();

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
  protected List<Event> events() {
    return events;
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {}

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
