// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.svg;

import java.util.List;

/**
 * A series over time, with zero in the middle of its vertical axis.
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
   * @param x its time, in the unit of the time's axis
   * @param y its value, in the unit of the other one
   */
  public record Point(double x, double y) {}

  /** Draws points in the order of time. */
  public static Element of(
      Caption caption,
      List<Point> points,
      Axis time,
      String timeUnit,
      Axis values,
      String valueUnit) {
    Axis x = time.drawn(LEFT, RIGHT);
    Axis y = values.drawn(BOTTOM, TOP);
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(Axis.step(path.length() == 0 ? 'M' : 'L', x.at(point.x()), y.at(point.y())));
    }
    return Chart.of(caption, HEIGHT)
        .yAxis(y, 4, LEFT, RIGHT, " " + valueUnit)
        .xAxis(x, 5, TOP, BOTTOM, timeUnit)
        .path("curve", path.length() == 0 ? "M0 0" : path.toString())
        .svg();
  }
}
