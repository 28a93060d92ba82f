// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * An axis: values from one end to the other, and the coordinates of its ends; the second is less
 * than the first for an axis that goes up.
 *
 * <p>Linear, unless values differ so much that the small ones could not be told apart: on a
 * logarithmic axis lengths say nothing about sizes, and zero has no place. SVG's vertical
 * coordinates grow downwards, hence ends in either order.
 *
 * @param from the value at the beginning
 * @param to the value at the end, greater
 * @param begin the coordinate of the beginning, in the picture's units
 * @param end that of the end
 * @param isLogarithmic true if equal lengths are equal factors; then all values are positive
 */
public record Axis(double from, double to, double begin, double end, boolean isLogarithmic) {

  /** Steps of an axis whose ends are not round themselves. */
  private static final int PARTS = 5;

  /** Factors of a power of ten that people read as round. */
  private static final double[] STEPS = {1, 2, 2.5, 5, 10};

  /** Up to here the numbers of a logarithmic axis are short. */
  private static final double ROOM = 1_000;

  /** Steps of a logarithmic axis with numbers. */
  private static final int MAX_POWERS = 5;

  /** Labels between these have at most seven characters. */
  private static final double LEAST_DIGITS = 0.0009;

  private static final double MOST_DIGITS = 1e6;

  // Checks that there is something to divide by.
  public Axis {
    if (!(to > from)
        || begin == end
        || !Double.isFinite(to - from)
        || isLogarithmic && !(from > 0)) {
      throw new IllegalArgumentException("an axis from " + from + " to " + to);
    }
  }

  /** Creates a linear axis. */
  public Axis(double from, double to, double begin, double end) {
    this(from, to, begin, end, false);
  }

  /** Returns an axis of the same values, drawn elsewhere. */
  public Axis drawn(double newBegin, double newEnd) {
    return new Axis(from, to, newBegin, newEnd, isLogarithmic);
  }

  /**
   * Returns a logarithmic axis with both values on it, whose ends are powers of ten; not drawn
   * anywhere yet.
   *
   * @param low positive
   */
  public static Axis logarithmic(double low, double high) {
    double first = Math.floor(Math.log10(low) + 1e-9);
    double last = Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9));
    return new Axis(power(first), power(last), 0, 1, true);
  }

  /** Returns a power of ten: of whole exponents the nearest number, which pow need not be. */
  private static double power(double exponent) {
    return Double.parseDouble("1e" + (int) exponent);
  }

  /** Returns an axis from zero to a round number, 1 or more; not drawn anywhere yet. */
  public static Axis fromZero(double max) {
    return new Axis(0, round(Math.max(max, 1)), 0, 1);
  }

  /**
   * Returns an axis with zero in its middle, whose ends are at least so far from it; not drawn
   * anywhere yet.
   */
  public static Axis aroundZero(double max, double least) {
    double end = round(Math.max(max, least));
    return new Axis(-end, end, 0, 1);
  }

  /**
   * Returns an axis from one value to another and to zero, at least so far to both sides if both
   * values are nearer; not drawn anywhere yet.
   */
  public static Axis spanning(double low, double high, double least) {
    double from = Math.min(low, 0);
    double to = Math.max(high, 0);
    if (to - from < least) {
      from = -least;
      to = least;
    }
    double step = round((to - from) / PARTS);
    return new Axis(step * Math.floor(from / step), step * Math.ceil(to / step), 0, 1);
  }

  /** Returns the next round number: 1, 2, 2.5 or 5 times a power of ten. */
  private static double round(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double step : STEPS) {
      // Not less than the value but for rounding: 2.0000000000000004 becomes 2, not 2.5.
      if (step * power >= value * (1 - 1e-12)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /** Returns the coordinate of a value; a value beyond an end is drawn at the end. */
  public double at(double value) {
    double within = Math.max(from, Math.min(to, value));
    double part =
        isLogarithmic
            ? Math.log10(within / from) / Math.log10(to / from)
            : (within - from) / (to - from);
    return begin + part * (end - begin);
  }

  /**
   * Returns round values along the axis, with about {@code parts} steps between the ends; both ends
   * are among them where they are round. On a logarithmic axis they are powers of ten, with 2 and 5
   * times these where there is room for the numbers.
   */
  public List<Double> ticks(int parts) {
    if (isLogarithmic) {
      return powers();
    }
    double least = (to - from) / (parts + 1);
    double step = round(least);
    // A larger step, if by it both ends have a number: an axis without one at its end is hard to
    // read.
    for (double larger = step; larger < to - from; larger = round(larger * 1.01)) {
      if (isMultiple(from, larger) && isMultiple(to, larger)) {
        step = larger;
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    // Counted in whole steps: adding them up would add up their errors.
    for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private List<Double> powers() {
    int first = (int) Math.rint(Math.log10(from));
    int last = (int) Math.rint(Math.log10(to));
    boolean isRoom = from >= 1 && to <= ROOM && last - first <= 2;
    int step = Math.max(1, (last - first + MAX_POWERS - 1) / MAX_POWERS);
    List<Double> ticks = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent += step) {
      ticks.add(power(exponent));
      if (isRoom && exponent < last) {
        ticks.add(2 * power(exponent));
        ticks.add(5 * power(exponent));
      }
    }
    return ticks;
  }

  private static String raised(int character) {
    return character == '-' ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹".substring(character - '0', character - '0' + 1);
  }

  private static boolean isMultiple(double value, double step) {
    return Math.abs(value / step - Math.rint(value / step)) < 1e-9;
  }

  /**
   * Formats with at most two digits behind the point, and none that are needless. A hundredth of a
   * unit cannot be seen, and a picture has thousands of coordinates. Never with a comma, as some
   * locales have it, nor with an exponent; what is not finite would make a browser drop the rest of
   * a path, so it is 0.
   */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return "0";
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Returns a step of a path: a command such as M, and where it leads. */
  static String step(char command, double x, double y) {
    return command + number(x) + ' ' + number(y);
  }

  /** Formats for people, with commas between thousands, or as 2·10⁻⁹ where digits would overlap. */
  public static String label(double value) {
    double size = Math.abs(value);
    if (size != 0 && (size < LEAST_DIGITS || size >= MOST_DIGITS)) {
      int exponent = (int) Math.floor(Math.log10(size) + 1e-9);
      String factor = number(value / power(exponent));
      String digits = Integer.toString(exponent).chars().mapToObj(Axis::raised).collect(joining());
      return (factor.equals("1") ? "" : factor + "·") + "10" + digits;
    }
    return value == Math.rint(value)
        ? Formatted.of("%,d", (long) value)
        : Math.abs(value) < 0.01 ? Formatted.plain(value) : number(value);
  }
}
