// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import java.util.List;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * A cumulative distribution as a step curve: for each value the share of all that are not larger.
 * The share goes from 0 to 100 %, the values from zero; what lies beyond the curve's end is counted
 * at its right.
 *
 * <p>A cumulative curve needs no classes to count in, so a counter of steps of 26 cycles and one of
 * single cycles are drawn alike, and every value is in it. Unlike a histogram it does not hide that
 * readings have few values: they are the steps.
 */
public final class CumulativePlot {

  private static final int HEIGHT = 206;
  static final Axis SHARE = new Axis(0, 100, 166, 14);

  /** Room at the left for "100 %". */
  static final int LEFT = 46;

  /** Room at the right for the number of outliers. */
  static final int RIGHT = 284;

  /**
   * The least width or height of a step in the picture's units: less cannot be seen, and costs
   * bytes.
   */
  private static final double VISIBLE = 1;

  private CumulativePlot() {}

  /** A value, and the share of all that are at most this, from 0 to 1. */
  public record Step(double value, double share) {}

  /**
   * Draws steps from the smallest value to the largest, and the number of values beyond the last
   * step.
   */
  public static Element of(Caption caption, List<Step> steps, Axis axis, String unit, long beyond) {
    Axis x = axis.drawn(LEFT, RIGHT);
    String style = beyond == 0 ? "tick" : "beyond";
    String counted = beyond == 0 ? "none" : Formatted.of("%,d", beyond);
    return Chart.of(caption, HEIGHT)
        .yAxis(SHARE, 3, LEFT, RIGHT, " %")
        .xAxis(x, 4, SHARE.end(), SHARE.begin(), unit)
        .line("zero", LEFT, SHARE.begin(), RIGHT, SHARE.begin())
        .line("zero", LEFT, SHARE.begin(), LEFT, SHARE.end())
        .path("curve", path(steps, x))
        .text(style, "start", RIGHT + 8, SHARE.end() + 4, counted)
        .text("tick", "start", RIGHT + 8, SHARE.end() + 19, "beyond")
        .svg();
  }

  private static String path(List<Step> steps, Axis x) {
    double lastX = x.begin();
    double lastY = SHARE.begin();
    StringBuilder path = new StringBuilder(Axis.step('M', lastX, lastY));
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      double nextX = x.at(step.value());
      double nextY = SHARE.at(100 * step.share());
      boolean isLast = i == steps.size() - 1;
      // From the last drawn point, not from the last one: many small steps add up to one that is
      // seen.
      if (isLast || nextX - lastX >= VISIBLE || lastY - nextY >= VISIBLE) {
        path.append('H').append(Axis.number(nextX)).append('V').append(Axis.number(nextY));
        lastX = nextX;
        lastY = nextY;
      }
    }
    return path.append('H').append(Axis.number(x.end())).toString();
  }
}
