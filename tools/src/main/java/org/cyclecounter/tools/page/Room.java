// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.cyclecounter.tools.svg.Element;

/** The bytes that a part of the page may have, whatever a provider says. */
final class Room {

  private Room() {}

  /** Adds elements while there is room, and says in a paragraph how many more there are. */
  static <T> List<Element> fill(int bytes, Element parent, List<T> all, Function<T, Element> made) {
    int left = bytes;
    for (int i = 0; i < all.size(); i++) {
      Element element = made.apply(all.get(i));
      left -= element.toString().getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        String more = PageText.count(all.size() - i, "more counter is", "more counters are");
        return List.of(Element.of("p", more + " not shown."));
      }
      parent.add(element);
    }
    return List.of();
  }
}
