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

  // The numbers of child_leaves.c.
  static final int HEALTHY = 0;
  static final int FAULTS_EVERY_FIFTH = 1;
  static final int KILLS_ITSELF = 3;
  static final int ABORTS = 4;
  static final int ENDS_ITSELF = 5;
  static final int GIVES_UNREADABLE = 6;
  static final int GIVES_LOST = 7;
  static final int NO_FAULT = 0;
  static final int FAULT_OPENING = 1;
  static final int FAULT_CLOSING = 2;

  static final int READS = 100;
  static final int ORDERED = 10;

  /** The addresses of a counter that would end this process. */
  record Addresses(long address, long startAddress, long stopAddress, long probe)
      implements NativeTicks {
    static Addresses of(int ticks, int start, int stop) {
      return new Addresses(leaf(ticks), leaf(start), leaf(stop), 0);
    }

    @Override
    public OptionalLong entryPoint() {
      return ofAddress(address);
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

  /** Returns the address of a function, 0 for none. */
  static native long leaf(int number);

  /** Returns the address of a probe. */
  static native long probe(int faultAt);

  /** Reaps a number of children, also other threads'. */
  static native void reap(int children);

  private static OptionalLong ofAddress(long address) {
    return address == 0 ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /** A source that is not native, whose read would end this JVM. */
  private record Plain(OptionalLong entryPoint) implements TickSource {
    @Override
    public long ticks() {
      throw new AssertionError("read in this process");
    }
  }

  static TickSource ofEntryPoint(long address) {
    return new Plain(ofAddress(address));
  }

  /** Aborts the test if there are none. */
  static void load() throws CounterUnavailableException {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    assumeTrue(NativeChild.IS_OFFERED, "no native isolation here");
    CrashProvider.load();
    SelectorLibrary.LIBRARY.load();
  }

  /** Lets a child read a leaf; the ordered reads are healthy. */
  static NativeOutcome plain(int number) {
    return run(Addresses.of(number, HEALTHY, HEALTHY), Candidates.PATIENT_SECONDS);
  }

  static NativeOutcome run(TickSource source, int limitSeconds) {
    return NativeOutcome.of(NativeChild.run(source, READS, ORDERED, limitSeconds));
  }
}
