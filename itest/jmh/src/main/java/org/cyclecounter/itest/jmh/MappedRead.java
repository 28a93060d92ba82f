// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * The C code of {@code amd64-pmc} on a machine without a PMU, and the least that a native method
 * can do to read the same page ({@code mapped_read.c}).
 */
final class MappedRead extends PerfEventSource implements CycleCounterProvider {

  MappedRead() {
    super("mapped-read", CounterKind.ON_CORE, Bare.LIBRARY);
  }

  static native long ticks();

  static native long fencedTicks();

  /** The page. */
  static native long page();

  /** Reads the page at an address. */
  static native long ofPage(long address);

  /** Gives the calling thread the page; called once. */
  static native void ownPage();

  /** Reads the calling thread's page. */
  static native long ofOwnPage();

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

  /** The address of {@link #ticks}. */
  long function() {
    return address(Function.TICKS.ordinal());
  }

  @Override
  protected List<Event> events() {
    return List.of(new Event(0, 0, 0));
  }

  @Override
  protected void checkPlatform() {}

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : fencedTicks();
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }
}
