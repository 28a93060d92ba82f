// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.tools.svg.Element;

/**
 * The page of a selection: one HTML document that runs nothing, loads nothing and leads nowhere.
 */
public final class Page {

  private static final String TITLE = "Cycle counters of this machine";
  private static final int MAX_MORE = 100;

  private Page() {}

  /** The whole document, to be written as UTF-8. */
  public static String html(PageInput input) {
    return Frame.html(TITLE, "cyclecounter " + input.report().version(), sections(input));
  }

  /**
   * The sections, for a document of somebody else's: put them into an element of the class {@code
   * cyclecounter} below a heading of the first level, and {@link Frame#style()} into its head.
   */
  public static List<Element> sections(PageInput input) {
    List<Element> elements = new ArrayList<>();
    for (PageSection section : all()) {
      try {
        section.section(input).ifPresent(elements::add);
      } catch (RuntimeException | LinkageError e) { // another module's
        elements.add(failed(section.getClass().getName()));
      }
    }
    return elements;
  }

  private static List<PageSection> all() {
    List<PageSection> sections =
        new ArrayList<>(
            List.of(
                new VerdictSection(),
                new MachineSection(),
                new CountersSection(),
                new PicturesSection(),
                new FrequenciesSection()));
    Iterator<PageSection> more =
        ServiceLoader.load(PageSection.class, PageSection.class.getClassLoader()).iterator();
    for (int i = 0; i < MAX_MORE; i++) {
      try {
        if (!more.hasNext()) {
          break;
        }
        sections.add(more.next());
      } catch (ServiceConfigurationError e) { // the page is whole without it
        continue;
      }
    }
    sections.sort(Comparator.comparingInt(PageSection::place));
    return sections;
  }

  private static Element failed(String name) {
    return Frame.section("failed-" + Integer.toHexString(name.hashCode()), "A section is missing")
        .add(Element.of("p", "The section " + name + " failed."));
  }
}
