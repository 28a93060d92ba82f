// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.util.Arrays;
import org.cyclecounter.instructions.stepping.PhaseListener;

/** Reports the phase of the slowest of the JVMs that count side by side; thread-safe. */
final class JvmProgress {

  private static final int ALL = 100;

  /** In place of hundredths: greater than those of any JVM that runs. */
  private static final int ENDED = Integer.MAX_VALUE;

  private final PhaseListener phases;
  private final boolean areAllAtOnce;

  /**
   * For each JVM -1 until it is warming up, 0 to 99 in the warm-up, 100 to 199 in the counted runs.
   */
  private final int[] hundredths;

  /** Takes how many JVMs there are, and how many run at once. */
  JvmProgress(PhaseListener phases, int jvms, int atOnce) {
    this.phases = phases;
    areAllAtOnce = jvms <= atOnce;
    hundredths = new int[jvms];
    Arrays.fill(hundredths, ENDED);
  }

  synchronized void starts(int jvm) {
    at(jvm, -1);
  }

  synchronized void at(int jvm, int part) {
    hundredths[jvm] = part;
    say();
  }

  synchronized void ends(int jvm) {
    hundredths[jvm] = ENDED;
  }

  private void say() {
    int slowest = 0;
    for (int jvm = 1; jvm < hundredths.length; jvm++) {
      slowest = hundredths[jvm] < hundredths[slowest] ? jvm : slowest;
    }
    int part = hundredths[slowest];
    if (part == ENDED) {
      return;
    }
    String phase = part < 0 ? "a JVM starts" : part < ALL ? "warm-up" : "counted runs";
    int jvms = hundredths.length;
    String where =
        jvms == 1 || part < 0
            ? ""
            : areAllAtOnce ? " in " + jvms + " JVMs" : " in JVM " + (slowest + 1) + " of " + jvms;
    phases.at(phase + where, Math.max(0, part) % ALL);
  }
}
