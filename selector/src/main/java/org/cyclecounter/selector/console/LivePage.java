// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.console;

import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The selection of an OSGi container as the page that {@code info --html} writes: a service of the
 * selector's bundle, for whatever shows pages there. It is made of strings alone, so that nothing
 * else of the selector has to be exported. Thread-safe.
 */
@ProviderType
public interface LivePage {

  /**
   * The page's sections, for an element of the class {@code cyclecounter} below a heading of the
   * first level. Whatever providers say in it is escaped.
   *
   * @return HTML; empty before the first choice
   */
  Optional<String> sections();

  /**
   * The style sheet of the sections.
   *
   * @return CSS, all of it about elements within the class {@code cyclecounter}
   */
  String style();

  /**
   * What {@code info --json} prints, with measurements made now, which takes some 20 ms.
   *
   * @return a JSON object; empty before the first choice
   */
  Optional<String> json();

  /**
   * Whether the sections have pictures: those of a measurement that was made since the newest
   * choice.
   *
   * @return false before a measurement, and again after another choice
   */
  boolean isMeasured();

  /**
   * Chooses anew, as {@code cyclecounter:select} does, and observes every usable counter for the
   * pictures, which takes some seconds, on the calling thread.
   *
   * @param progress told from time to time what part has been done, from 0 to 1
   * @throws InterruptedException if the thread is interrupted; the pictures stay what they were
   * @throws IllegalStateException if the selection takes too long, or the selector is stopped
   */
  void measure(DoubleConsumer progress) throws InterruptedException;
}
