// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/** An event that can be mapped, but not read without a system call: it is on no PMU. */
class MappedSoftwareEvent extends PerfEventSource {

  MappedSoftwareEvent() {
    super("mapped-software-event", CounterKind.FIXED_RESOLUTION, SoftwareEvent.LIBRARY);
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
    return List.of(SoftwareEvent.TASK_CLOCK);
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {}

  @Override
  protected String whyNotAllowed() {
    return "the kernel does not allow its counter to be read without a system call";
  }

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
