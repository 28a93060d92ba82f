// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.instructions;

import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.trace.child.Progress.Phase;

/**
 * A line on a terminal that says which operation is being counted, and about how long the rest
 * takes: the phase goes on as it has begun, and each operation that follows takes as long as those
 * before. Used by the command's thread and, while that waits, by the one that hears the child JVM.
 */
final class CountProgress {

  private static final int ALL = 100;

  private final Progress line;
  private final int total;
  private final long startNs = System.nanoTime();
  private int done;
  private String name = "";
  private Phase phase = Phase.WARM_UP;
  private long phaseNs;

  CountProgress(Progress line, int total) {
    this.line = line;
    this.total = total;
  }

  synchronized void begin(String operation) {
    name = operation;
    phase = Phase.WARM_UP;
    phaseNs = System.nanoTime();
    line.draw(Formatted.of("%d/%d %s: warm-up", done + 1, total, name));
  }

  synchronized void at(Phase now, int percent) {
    long nowNs = System.nanoTime();
    if (now != phase) {
      phase = now;
      phaseNs = nowNs;
    }
    String left = "";
    if (percent > 0) {
      double seconds = (nowNs - phaseNs) / 1e9 * (ALL - percent) / percent;
      seconds += done == 0 ? 0 : (phaseNs - startNs) / 1e9 / done * (total - done - 1);
      left = Formatted.of(", about %.0f s left", Math.ceil(seconds));
    }
    String doing = phase == Phase.WARM_UP ? "warm-up" : "single steps";
    line.draw(Formatted.of("%d/%d %s: %s %d %%%s", done + 1, total, name, doing, percent, left));
  }

  synchronized void end() {
    done++;
    line.clear();
  }
}
