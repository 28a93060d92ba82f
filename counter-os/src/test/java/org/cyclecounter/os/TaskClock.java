// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * default-perfevent's C code on an event that needs no PMU: the thread's CPU time in nanoseconds.
 */
final class TaskClock extends PerfEventSource {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-os-test-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  TaskClock() {
    super("task-clock", CounterKind.FIXED_RESOLUTION, LIBRARY);
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

  /** PERF_COUNT_SW_TASK_CLOCK of PERF_TYPE_SOFTWARE. */
  @Override
  protected List<Event> events() {
    return List.of(new Event(1, 1, 0));
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!Platform.current().prefix().equals("linux-x86-64")) {
      throw new CounterUnavailableException("the test library is packaged for x86-64 Linux only");
    }
  }

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
