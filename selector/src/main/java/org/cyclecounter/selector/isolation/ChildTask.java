// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import org.cyclecounter.selector.child.Frame;

/**
 * The work of a child JVM for a {@link Request}, as it travels there.
 *
 * @param provider its class
 * @param counter its name; empty to list the provider's counters
 * @param loader the number of the provider's class loader
 * @param limitMs of a step
 * @param worthNanos the cost of a read above which the counter cannot win; 0 for no bound
 */
record ChildTask(String provider, String counter, int loader, long limitMs, long worthNanos) {

  static final byte TYPE = 10;

  Frame frame() {
    return new Frame(TYPE, provider, counter, "" + loader, "" + limitMs, "" + worthNanos);
  }

  static ChildTask of(Frame frame) {
    String[] texts = frame.texts();
    long limitMs = Long.parseLong(texts[3]);
    return new ChildTask(
        texts[0], texts[1], Integer.parseInt(texts[2]), limitMs, Long.parseLong(texts[4]));
  }

  boolean isListing() {
    return counter.isEmpty();
  }
}
