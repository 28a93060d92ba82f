// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/** The C code of {@code amd64-pmc} on a machine without a PMU ({@code mapped_read.c}). */
final class MappedRead extends PerfEventSource implements CycleCounterProvider {

  MappedRead() {
    super("mapped-read", CounterKind.ON_CORE, Bare.LIBRARY);
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
