package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.PerfEvents;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code default-perfevent}: the calling thread's core cycles by a system call on a Linux perf
 * event, which each thread opens for itself on its first read and which is closed when the thread
 * ends.
 *
 * <p>It counts core cycles, but a read costs hundreds of them: libcpucycles 20240114 gives it the
 * penalty of an off-core clock, so that is its kind here. System calls cannot crash: it is read in
 * this process at once.
 */
final class DefaultPerfevent extends NativeCounterSource {

  DefaultPerfevent() {
    super("default-perfevent", CounterKind.OFF_CORE, Scope.THREAD, OsLibrary.LIBRARY);
  }

  static native long ticks();

  static native long address(int function);

  /** 0 if an event can be opened, or a negated errno. */
  static native int tryOpen();

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!Platform.current().isLinux()) {
      throw new CounterUnavailableException(
          "it needs Linux's perf events; this is " + Platform.current().os());
    }
  }

  @Override
  protected void check() throws CounterUnavailableException {
    int result;
    synchronized (DefaultPerfevent.class) {
      result = tryOpen();
    }
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
    return DefaultPerfevent::ticks;
  }

  @Override
  protected TickSource wrap(TickSource reads) {
    return PerfEvents.perThread(reads);
  }
}
