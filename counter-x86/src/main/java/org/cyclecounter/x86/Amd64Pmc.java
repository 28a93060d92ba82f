package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.PerfEvents;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code amd64-pmc}: the core's own cycles in user mode, counted by a Linux perf event that each
 * thread opens for itself on its first read and that is closed when the thread ends; read by RDPMC
 * under the kernel's mapped-page protocol, without a system call.
 */
final class Amd64Pmc extends NativeCounterSource {

  private static final int NOT_ALLOWED = 1;
  private static final int MULTIPLEXED = 2;

  Amd64Pmc() {
    super("amd64-pmc", CounterKind.ON_CORE, Scope.THREAD, X86Library.LIBRARY);
  }

  static native long ticks();

  static native long fencedTicks();

  static native long address(int function);

  /** Opens and closes an event: 0, a negated errno, or one of the constants above. */
  static native int tryOpen();

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!Platform.current().prefix().equals("linux-x86-64")) {
      throw new CounterUnavailableException(
          "it needs 64-bit Linux; this is " + Platform.current().prefix());
    }
  }

  @Override
  protected void check() throws CounterUnavailableException {
    int result;
    synchronized (Amd64Pmc.class) {
      result = tryOpen();
    }
    if (result < 0) {
      throw new CounterUnavailableException(PerfEvents.reason(-result));
    }
    if (result == NOT_ALLOWED) {
      throw new CounterUnavailableException(
          "the kernel does not allow RDPMC (cap_user_rdpmc is 0);"
              + " /sys/bus/event_source/devices/cpu/rdpmc must be 1 or 2");
    }
    if (result == MULTIPLEXED) {
      throw new CounterUnavailableException(
          "the cycle counter is shared with other events (multiplexed); stop other profilers");
    }
  }

  @Override
  protected long address(Function function) {
    return address(function.ordinal());
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Amd64Pmc::ticks : Amd64Pmc::fencedTicks;
  }

  @Override
  protected TickSource wrap(TickSource reads) {
    return PerfEvents.perThread(reads);
  }
}
