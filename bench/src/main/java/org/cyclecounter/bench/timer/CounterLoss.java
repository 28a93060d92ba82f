package org.cyclecounter.bench.timer;

import org.cyclecounter.Counted;
import org.jspecify.annotations.Nullable;

/**
 * A counter that has been taken away while a timer used it.
 *
 * @param counter its name in the configuration
 * @param reason the selector's, of which the counter's own name is a part
 * @param successor the name of what is read from now on; empty where nothing is
 * @param counted what that counts
 */
public record CounterLoss(
    String counter, String reason, String successor, @Nullable Counted counted) {

  /**
   * Whether cycles go on to be counted.
   *
   * @return false where no counter is left
   */
  public boolean hasSuccessor() {
    return !successor.isEmpty();
  }

  /**
   * The loss in words.
   *
   * @return a sentence without its full stop
   */
  public String sentence() {
    String lost = "the counter " + counter + " was lost (" + reason + "): ";
    return lost
        + (hasSuccessor()
            ? "from now on " + successor + " counts " + counted
            : "from now on no cycles are counted");
  }
}
