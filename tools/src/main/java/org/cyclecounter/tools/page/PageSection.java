// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.Optional;
import org.cyclecounter.tools.svg.Element;

/**
 * A section of the page, found by {@link java.util.ServiceLoader}: how a module that builds on the
 * selector adds to its page. Implementations need no state.
 */
public interface PageSection {

  // The places of the selector's own.
  int VERDICT = 100;
  int MACHINE = 200;
  int COUNTERS = 300;
  int PICTURES = 400;
  int FREQUENCIES = 500;

  /** Where the section stands: below those of smaller numbers. */
  int place();

  /**
   * A section element with a heading of the second level ({@link Frame#section}); empty where there
   * is nothing to show.
   */
  Optional<Element> section(PageInput input);
}
