// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.Optional;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * The selection of an OSGi container: a service of the selector's bundle, for tools that show it or
 * repeat it. The counters themselves are services, too, with the property {@link #IMPLEMENTATION}.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public interface SelectionService {

  /** The service property of a {@link org.cyclecounter.CycleCounter} that has its name. */
  String IMPLEMENTATION = "cyclecounter.implementation";

  /**
   * Returns the newest selection that has ended, without waiting.
   *
   * @return the selection; empty before the first one has ended
   */
  Optional<Selected> current();

  /**
   * Returns the newest selection. If one is under way, or requested by a change of providers or
   * settings, waits for it, two minutes at most.
   *
   * @return the selection; the one before, if the newest takes longer
   * @throws InterruptedException if the calling thread is interrupted while it waits
   * @throws IllegalStateException if no selection has ended yet after that time; the log says why
   */
  Selected newest() throws InterruptedException;

  /**
   * Selects again, measuring every counter anew, and publishes the result, which takes from
   * milliseconds to a few seconds.
   *
   * @return the new selection
   * @throws InterruptedException if the calling thread is interrupted while it waits
   * @throws IllegalStateException if the selection takes longer than two minutes, or the selector's
   *     bundle stops
   */
  Selected select() throws InterruptedException;
}
