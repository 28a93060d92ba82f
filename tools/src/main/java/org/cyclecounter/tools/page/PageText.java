// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.List;
import java.util.Locale;
import org.cyclecounter.tools.doctor.Command;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.Text;

/** Numbers and others' text as the page writes them. */
final class PageText {

  /** Why a counter has no pictures that works. */
  static final String NO_TIME = "not observed: the page is made within seconds";

  /** Why a counter has no pictures that worked when it was selected among others. */
  static final String GONE = "not observed: it could not be opened a second time";

  static final int MAX_NAME = 64;
  static final int MAX_TEXT = 400;

  private PageText() {}

  /** A counter's name, which may be anything where the counter is rejected. */
  static Element name(String name) {
    return Element.of("bdi", Text.cut(name, MAX_NAME)).with("class", "name");
  }

  /** A text that a third party may have written. */
  static Element given(String text) {
    return Element.of("bdi", Text.cut(text, MAX_TEXT));
  }

  /** Commands, each with the place where it is run. */
  static Element commands(List<Command> commands) {
    Element list = Element.of("span").with("class", "commands");
    for (Command command : commands) {
      list.add(
          Element.of("span", capital(command.place().words()) + ": "),
          Element.of("code", command.text()));
    }
    return list;
  }

  /** A less important part of a section. */
  static Element quiet(String element, String text) {
    return Element.of(element, text).with("class", "quiet");
  }

  /** A table with a row of labels above its columns. */
  static Element table(List<String> labels, Element body) {
    Element head = Element.of("tr");
    labels.forEach(label -> head.add(Element.of("th", label).with("scope", "col")));
    return Element.of("table").add(Element.of("thead").add(head), body);
  }

  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String count(long value, String one, String more) {
    return number(value) + " " + (value == 1 ? one : more);
  }

  static String cycles(long value) {
    return count(value, "cycle", "cycles");
  }

  /** A duration in the unit that suits it. */
  static String time(double ns) {
    double size = Math.abs(ns);
    if (size < 1000) {
      return digits(ns) + " ns";
    }
    return size < 1e6
        ? digits(ns / 1e3) + " µs"
        : size < 1e9 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
  }

  /** A frequency in the unit that suits it. */
  static String hertz(double hz) {
    if (hz < 1e6) {
      return digits(hz / 1e3) + " kHz";
    }
    return hz < 1e9 ? digits(hz / 1e6) + " MHz" : String.format(Locale.ROOT, "%.3f GHz", hz / 1e9);
  }

  /** Three digits or more. */
  static String digits(double value) {
    double size = Math.abs(value);
    return size >= 100
        ? Axis.label(Math.rint(value))
        : String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
  }
}
