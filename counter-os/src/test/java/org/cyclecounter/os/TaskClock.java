package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.PerfEvents;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * default-perfevent's C code on an event that needs no PMU: the thread's CPU time in nanoseconds.
 */
final class TaskClock extends NativeCounterSource {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          TaskClock.class,
          "cyclecounter-os-test-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  TaskClock() {
    super("task-clock", CounterKind.FIXED_RESOLUTION, Scope.THREAD, LIBRARY);
  }

  static native long ticks();

  static native long address(int function);

  static native int tryOpen();

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!Platform.current().prefix().equals("linux-x86-64")) {
      throw new CounterUnavailableException("the test library is packaged for x86-64 Linux only");
    }
  }

  @Override
  protected void check() throws CounterUnavailableException {
    int result = tryOpen();
    if (result != 0) {
      throw new CounterUnavailableException(PerfEvents.reason(-result));
    }
  }

  @Override
  protected long address(Function function) {
    return address(function.ordinal());
  }

  @Override
  protected TickSource jniRead(Function function) {
    return TaskClock::ticks;
  }

  @Override
  protected TickSource wrap(TickSource reads) {
    return PerfEvents.perThread(reads);
  }
}
