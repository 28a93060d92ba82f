// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/** The leaf functions of child_leaves.c, which only a native child may read. */
final class ChildLeaves {

  /** By the numbers of child_leaves.c. */
  enum Leaf {
    HEALTHY,
    FAULTS_EVERY_FIFTH,
    STOPS_ITSELF,
    KILLS_ITSELF,
    ABORTS,
    ENDS_ITSELF,
    GIVES_UNREADABLE,
    GIVES_LOST
  }

  static final int READS = 100;
  static final int ORDERED = 10;

  /** The addresses of a counter that would end this process. */
  record Addresses(long address, long startAddress, long stopAddress, long probe)
      implements NativeTicks {
    static Addresses of(Leaf ticks, Leaf start, Leaf stop) {
      return new Addresses(leaf(ticks.ordinal()), leaf(start.ordinal()), leaf(stop.ordinal()), 0);
    }

    @Override
    public OptionalLong entryPoint() {
      return address == 0 ? OptionalLong.empty() : OptionalLong.of(address);
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

  /** A source that is not native, whose read would end this JVM. */
  record Plain(OptionalLong entryPoint) implements TickSource {
    @Override
    public long ticks() {
      throw new AssertionError("read in this process");
    }
  }

  /** Aborts the test if there are none. */
  static void load() throws CounterUnavailableException {
    ScriptedLeaf.assumePackaged();
    assumeTrue(NativeChild.IS_OFFERED, "no native isolation here");
  }

  /** Lets a child read a leaf; the ordered reads are healthy. */
  static NativeOutcome plain(int number) {
    return run(new Addresses(leaf(number), leaf(0), leaf(0), 0));
  }

  static NativeOutcome run(TickSource source) {
    return NativeOutcome.of(NativeChild.run(source, READS, ORDERED, Candidates.PATIENT_SECONDS));
  }
}
