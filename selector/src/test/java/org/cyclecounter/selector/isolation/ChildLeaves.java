// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/** The leaf functions of child_leaves.c, which only a native child may read. */
final class ChildLeaves {

  static final int HEALTHY = 0;
  static final int READS = 100;
  static final int ORDERED = 10;

  /** The addresses of a counter that nobody may read here. */
  record Addresses(long ticks, long startAddress, long stopAddress, long probe)
      implements NativeTicks {
    static Addresses of(int ticks, int start, int stop) {
      return new Addresses(
          NativeChildTest.leaf(ticks), NativeChildTest.leaf(start), NativeChildTest.leaf(stop), 0);
    }

    @Override
    public OptionalLong entryPoint() {
      return ticks == 0 ? OptionalLong.empty() : OptionalLong.of(ticks);
    }

    @Override
    public long address() {
      return ticks;
    }

    @Override
    public NativeCounterSource counter() {
      throw new AssertionError("asked for more than its addresses");
    }

    @Override
    public NativeTicks linked() {
      return this;
    }

    @Override
    public long ticks() {
      throw new AssertionError("read in this process");
    }
  }

  private ChildLeaves() {}

  /** Returns a source that is not native, whose read would end this JVM. */
  static TickSource ofEntryPoint(long address) {
    return new TickSource() {
      @Override
      public long ticks() {
        throw new AssertionError("read in this process");
      }

      @Override
      public OptionalLong entryPoint() {
        return address == 0 ? OptionalLong.empty() : OptionalLong.of(address);
      }
    };
  }

  /** Ends the test where there are none. */
  static void load() throws CounterUnavailableException {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    assumeTrue(NativeIsolator.isOffered(), "no native isolation here");
    CrashProvider.load();
    SelectorLibrary.LIBRARY.load();
  }

  /** Has a child read one whose ordered reads are healthy. */
  static NativeOutcome plain(int number) {
    return NativeOutcome.of(
        NativeChild.run(Addresses.of(number, HEALTHY, HEALTHY), READS, ORDERED, 1));
  }
}
