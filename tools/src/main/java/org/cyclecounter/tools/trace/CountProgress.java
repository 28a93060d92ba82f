// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.text.Formatted;

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
  private boolean isStepping;
  private long phaseNs;

  CountProgress(Progress line, int total) {
    this.line = line;
    this.total = total;
  }

  synchronized void begin(String operation) {
    name = operation;
    isStepping = false;
    phaseNs = System.nanoTime();
    line.draw(Formatted.of("%d/%d %s: warm-up", done + 1, total, name));
  }

  /** Hears hundredths of the warm-up, and 100 more in those of the single steps. */
  synchronized void at(int hundredths) {
    long nowNs = System.nanoTime();
    if (hundredths >= ALL && !isStepping) {
      isStepping = true;
      phaseNs = nowNs;
    }
    int percent = hundredths % ALL;
    String left = "";
    if (percent > 0) {
      double seconds = (nowNs - phaseNs) / 1e9 * (ALL - percent) / percent;
      seconds += done == 0 ? 0 : (phaseNs - startNs) / 1e9 / done * (total - done - 1);
      left = Formatted.of(", about %.0f s left", Math.ceil(seconds));
    }
    String doing = isStepping ? "single steps" : "warm-up";
    line.draw(Formatted.of("%d/%d %s: %s %d %%%s", done + 1, total, name, doing, percent, left));
  }

  synchronized void end() {
    done++;
    line.clear();
  }
}
