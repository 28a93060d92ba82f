package org.cyclecounter.selector.page;

import java.nio.charset.StandardCharsets;
import org.cyclecounter.selector.svg.Element;

/** The bytes that a part of the page may have, whatever a provider says. */
final class Room {

  private int left;

  Room(int bytes) {
    left = bytes;
  }

  /** False where there is no room for the element, which is to be left out then. */
  boolean takes(Element element) {
    int bytes = element.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > left) {
      left = 0;
      return false;
    }
    left -= bytes;
    return true;
  }
}
