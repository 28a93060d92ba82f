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
  private static final int LEFT = 62;
  private static final int RIGHT = 328;
  private static final double TOP = 14;
  private static final double BOTTOM = 166;

  private SeriesPlot() {}

  /**
   * A point.
   *
   * @param x its time, in the unit of the time's axis
   * @param y its value, in the unit of the other one
   */
  public record Point(double x, double y) {}

  /** Returns the axis as times are drawn. */
  public static Axis x(Axis axis) {
    return axis.drawn(LEFT, RIGHT);
  }

  /** Returns the axis as values are drawn, around zero. */
  public static Axis y(Axis axis) {
    return axis.drawn(BOTTOM, TOP);
  }

  /** Draws points in the order of time. */
  public static Element of(
      Caption caption,
      List<Point> points,
      Axis time,
      String timeUnit,
      Axis values,
      String valueUnit) {
    Axis x = x(time);
    Axis y = y(values);
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
