// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import java.util.List;

/**
 * A series over seconds, with zero in the middle of its vertical axis.
 *
 * <p>Zero in the middle, because what is ahead and what is behind have to look alike. Points are
 * joined, so a jump is a steep line.
 */
public final class SeriesPlot {

  private static final int HEIGHT = 206;
  static final int LEFT = 62;
  static final int RIGHT = 328;
  static final double TOP = 14;
  static final double BOTTOM = 166;

  private SeriesPlot() {}

  /**
   * A point.
   *
   * @param x its time in seconds, from 0
   * @param y its value, in the unit of the axis
   */
  public record Point(double x, double y) {}

  /** Draws at least one point, in the order of time, over at least a second. */
  public static Element of(Caption caption, List<Point> points, Axis values, String unit) {
    double last = points.get(points.size() - 1).x();
    // A counter of a clock that moves seldom may have few points.
    Axis x = new Axis(0, Math.max(1, last), LEFT, RIGHT);
    Axis y = values.drawn(BOTTOM, TOP);
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(Axis.step(path.length() == 0 ? 'M' : 'L', x.at(point.x()), y.at(point.y())));
    }
    return Chart.of(caption, HEIGHT)
        .yAxis(y, 4, LEFT, RIGHT, " " + unit)
        .xAxis(x, 5, TOP, BOTTOM, "seconds")
        .path("curve", path.toString())
        .svg();
  }
}
