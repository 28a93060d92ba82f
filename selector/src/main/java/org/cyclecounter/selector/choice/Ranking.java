package org.cyclecounter.selector.choice;

import java.util.List;
import org.cyclecounter.SelectionReport;

/**
 * What a choice came to.
 *
 * @param places the counters that work, best first, or the last resort; never empty
 * @param report every counter that was looked at
 */
public record Ranking(List<Place> places, SelectionReport report) {

  /**
   * The chosen counter.
   *
   * @return the first place
   */
  public Place best() {
    return places.get(0);
  }
}
