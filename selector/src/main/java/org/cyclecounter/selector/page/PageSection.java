package org.cyclecounter.selector.page;

import java.util.Optional;
import org.cyclecounter.selector.svg.Element;

/**
 * A section of the page, found by {@link java.util.ServiceLoader}: how a module that builds on the
 * selector adds to its page. Implementations need no state.
 */
public interface PageSection {

  /** The place of the section with the verdict. */
  int VERDICT = 100;

  /** The place of the section about the machine. */
  int MACHINE = 200;

  /** The place of the table of all counters. */
  int COUNTERS = 300;

  /** The place of the pictures of each usable counter. */
  int PICTURES = 400;

  /** The place of the observed frequencies. */
  int FREQUENCIES = 500;

  /** Where the section stands: below those of smaller numbers. */
  int place();

  /**
   * A section element with a heading of the second level ({@link Frame#section}); empty where there
   * is nothing to show.
   */
  Optional<Element> section(PageInput input);
}
