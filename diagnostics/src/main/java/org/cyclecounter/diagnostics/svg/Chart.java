// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

/**
 * A picture with its axes. As wide as a phone, so that its letters can be read there. To a screen
 * reader it is one picture with a title and a description; the numbers belong into text beside it.
 *
 * <p>It scales with its column ({@code viewBox} without width and height), letters included.
 * Colours and widths are classes of the style sheet and not attributes, so that dark mode and paper
 * have their own.
 */
record Chart(Element svg) {

  /** The width in the picture's units, which are pixels on a phone. */
  static final int WIDTH = 340;

  /**
   * The width of a digit at most, in the picture's units: 12 pixels high in any font. Text cannot
   * be measured here, because the browser's font is not known.
   */
  private static final double LETTER = 8;

  static Chart of(Caption caption, int height) {
    String id = caption.id();
    Element svg =
        Element.styled(
                "svg",
                "plot",
                Element.of("title", caption.title()).with("id", id + "-title"),
                Element.of("desc", caption.description()).with("id", id + "-desc"))
            .with("id", id)
            .with("viewBox", "0 0 " + WIDTH + " " + height)
            .with("role", "img")
            .with("aria-labelledby", id + "-title " + id + "-desc");
    return new Chart(svg);
  }

  Chart add(Element element) {
    svg.add(element);
    return this;
  }

  Chart line(String style, double x1, double y1, double x2, double y2) {
    return add(
        Element.styled("line", style).with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2));
  }

  Chart dot(String style, double x, double y, double radius) {
    return add(Element.styled("circle", style).with("cx", x).with("cy", y).with("r", radius));
  }

  Chart path(String style, String path) {
    return add(Element.styled("path", style).with("d", path));
  }

  /** Writes text that begins, is centred or ends there: anchor is start, middle or end. */
  Chart text(String style, String anchor, double x, double y, String text) {
    return add(
        Element.styled("text", style, text).with("text-anchor", anchor).with("x", x).with("y", y));
  }

  /**
   * Draws the horizontal axis below a plot: lines upwards, numbers and what they are.
   *
   * <p>A label in the middle of its line could stick out of the picture, which cuts it: the first
   * and the last are moved inwards.
   *
   * @param parts about how many lines
   * @param top coordinate of the plot's upper end
   * @param bottom that of its lower end, below which there must be room for two lines of text
   */
  Chart xAxis(Axis x, int parts, double top, double bottom, String unit) {
    StringBuilder grid = new StringBuilder();
    for (double tick : x.ticks(parts)) {
      grid.append(Axis.step('M', x.at(tick), top)).append('V').append(Axis.number(bottom));
      String label = Axis.label(tick);
      double half = label.length() * LETTER / 2;
      boolean isCutAtTheEnd = x.at(tick) + half >= WIDTH;
      boolean isCutAtTheBeginning = x.at(tick) - half <= 0;
      text(
          "tick",
          isCutAtTheEnd ? "end" : isCutAtTheBeginning ? "start" : "middle",
          isCutAtTheEnd ? WIDTH : isCutAtTheBeginning ? 0 : x.at(tick),
          bottom + 15,
          label);
    }
    path("grid", grid.toString());
    return text("unit", "middle", (x.begin() + x.end()) / 2, bottom + 31, unit);
  }

  /** Draws the vertical axis left of a plot. */
  Chart yAxis(Axis y, int parts, double left, double right, String suffix) {
    StringBuilder grid = new StringBuilder();
    for (double tick : y.ticks(parts)) {
      grid.append(Axis.step('M', left, y.at(tick))).append('H').append(Axis.number(right));
      text("tick", "end", left - 5, y.at(tick) + 4, Axis.label(tick) + suffix);
    }
    path("grid", grid.toString());
    return y.from() < 0 ? line("zero", left, y.at(0), right, y.at(0)) : this;
  }
}
