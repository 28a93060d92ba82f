package org.cyclecounter.x86;

import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;

/**
 * {@code amd64-perfpmc}: what {@code amd64-pmc} reads, under the name libcpucycles 20260901 gives
 * it on processors that are not Intel's; there it refuses Intel's, and so does this.
 */
final class Amd64PerfPmc extends MappedPmc {

  Amd64PerfPmc() {
    super("amd64-perfpmc");
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
    if (FixedCounter.isThere()) {
      throw new CounterUnavailableException(
          "Intel processors use amd64-perfpmcff instead;" + " amd64-pmc reads the same counter");
    }
    super.check();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Amd64PerfPmc::ticks : Amd64PerfPmc::fencedTicks;
  }
}
