// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * A source's reads, linked in the cheapest way this Java has. Linked reads are compared with those
 * through JNI first: if they do not agree, JNI stays.
 *
 * @param source the linked reads; the source itself where there is no cheaper way
 * @param problem the reason why there is none, one clause; empty where there is, or where this Java
 *     has none
 */
public record LinkedReads(TickSource source, String problem) {

  /** Per-core counters may go back when the thread migrates: retry. */
  private static final int ATTEMPTS = 10;

  /** The most reads that linking a counter takes; isolation reads as often before. */
  public static final int MAX_READS = 5 * ATTEMPTS;

  /**
   * Links an open source that has been read in this process before. Reads it on the calling thread.
   */
  public static LinkedReads of(TickSource source, int bits) {
    if (!(source instanceof NativeTicks natively)) {
      return new LinkedReads(source, "");
    }
    TickSource linked = natively.linked();
    if (linked == source) {
      return new LinkedReads(source, natively.notLinkedReason());
    }
    for (int i = 0; i < ATTEMPTS; i++) {
      if (agree(source, linked, bits)) {
        return new LinkedReads(linked, "");
      }
    }
    return new LinkedReads(source, "linked reads do not agree with JNI's");
  }

  /**
   * Returns true if linked readings lie, in order, between two through JNI. That would notice a
   * wrong register, width or function, not an offset of a few cycles.
   */
  private static boolean agree(TickSource source, TickSource linked, int bits) {
    long first = source.ticks();
    long[] following = {linked.ticks(), linked.startTicks(), linked.stopTicks(), source.ticks()};
    long before = 0;
    for (long reading : following) {
      long since = difference(first, reading, bits);
      if (since < before) {
        return false;
      }
      before = since;
    }
    return true;
  }

  private static long difference(long first, long second, int bits) {
    return bits == 32 ? (int) (second - first) : second - first;
  }
}
