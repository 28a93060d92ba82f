// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import org.cyclecounter.tools.observe.Differences;

/** Differences of counters that are not steady. */
final class Jumping {

  private Jumping() {}

  /** One difference in ten is a jump. */
  static Differences everyTenth(long step, long jump) {
    long[] differences = new long[1000];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = i % 10 == 0 ? jump : step;
    }
    return Differences.of(differences);
  }

  /** As many values as there are differences. */
  static Differences everyValue() {
    long[] differences = new long[10_000];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = i;
    }
    return Differences.of(differences);
  }
}
