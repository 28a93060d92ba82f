// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.cyclecounter.diagnostics.svg.Element;

/** Keeps a part of the page within a number of bytes, however many counters a provider offers. */
final class SizeBudget {

  private SizeBudget() {}

  /**
   * Adds an element for each item while they fit, and returns a paragraph with the number of those
   * left out.
   *
   * <p>Elements are written once to be measured and once more with the page: some milliseconds for
   * a hundred.
   *
   * @param bytes of UTF-8 for all elements together
   * @param fitting receives those that fit
   * @return the paragraph, or nothing if all fit
   */
  static <T> List<Element> fill(
      int bytes, List<Element> fitting, List<T> items, Function<T, Element> maker) {
    int left = bytes;
    for (int i = 0; i < items.size(); i++) {
      Element element = maker.apply(items.get(i));
      left -= element.toString().getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        String more =
            RoundedNumbers.count(items.size() - i, "more counter is", "more counters are");
        return List.of(Element.of("p", more + " not shown."));
      }
      fitting.add(element);
    }
    return List.of();
  }
}
