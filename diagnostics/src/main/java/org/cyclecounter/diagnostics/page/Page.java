// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.svg.Element;

/**
 * The page of a selection: one HTML document that runs nothing, loads nothing and leads nowhere. At
 * most 200 KB, of which the two parts that grow with the number of counters have 160 ({@link
 * SizeBudget}): so it can be mailed and attached.
 */
public final class Page {

  private static final String TITLE = "Cycle counters of this machine";

  private Page() {}

  /** Returns the whole document, to be written as UTF-8. */
  public static String html(SelectionSnapshot input) {
    return PageFrame.html(TITLE, input.report().version(), input.machine(), sections(input));
  }

  /**
   * Returns the sections, for another document: put them into an element of the class {@code
   * cyclecounter} below a heading of the first level, and {@link PageFrame#style()} into its head.
   * A section without anything to show is left out.
   */
  public static List<Element> sections(SelectionSnapshot input) {
    List<Element> sections = new ArrayList<>();
    sections.add(VerdictSection.of(input));
    sections.add(MachineSection.of(input));
    sections.add(CountersSection.of(input));
    PicturesSection.of(input).ifPresent(sections::add);
    FrequenciesSection.of(input).ifPresent(sections::add);
    RegionSection.of(input).ifPresent(sections::add);
    return sections;
  }
}
