// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.math.BigInteger;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/**
 * A positive rational number that multiplies a 64-bit count exactly: {@link #times} is the product
 * truncated toward zero, modulo 2<sup>64</sup>, for every long, where a double would be inexact
 * beyond 2<sup>53</sup>.
 *
 * <p>The fraction's 128 bits are rounded up, so a product is too large by less than
 * 2<sup>-64</sup>: less than the distance to the next multiple of 1/denominator, so its whole part
 * is exact.
 *
 * @param numerator positive, without a factor in common with the denominator
 * @param denominator positive
 * @param whole the whole part
 * @param fractionHigh the fraction's first 64 bits, unsigned
 * @param fractionLow its next 64 bits, unsigned, rounded up
 */
public record Ratio(
    long numerator, long denominator, long whole, long fractionHigh, long fractionLow) {

  public static final Ratio ONE = of(1, 1);

  /** Reduces the ratio of two positive numbers. */
  public static Ratio of(long numerator, long denominator) {
    if (numerator % denominator == 0) { // most ratios; saves loading BigInteger
      return new Ratio(numerator / denominator, 1, numerator / denominator, 0, 0);
    }
    BigInteger n = BigInteger.valueOf(numerator);
    BigInteger d = BigInteger.valueOf(denominator);
    BigInteger common = n.gcd(d);
    n = n.divide(common);
    d = d.divide(common);
    BigInteger[] wholeAndRest = n.divideAndRemainder(d);
    BigInteger fraction = wholeAndRest[1].shiftLeft(128).add(d).subtract(BigInteger.ONE).divide(d);
    return new Ratio(
        n.longValueExact(),
        d.longValueExact(),
        wholeAndRest[0].longValueExact(),
        fraction.shiftRight(64).longValue(),
        fraction.longValue());
  }

  /** Returns true for a counter whose ticks are cycles: its reads need no arithmetic. */
  public boolean isOne() {
    return numerator == denominator;
  }

  /** Compares the numbers, without {@code equals}: cold start 11. */
  public boolean isEqualTo(Ratio other) {
    return numerator == other.numerator && denominator == other.denominator;
  }

  /**
   * Assembles a counter of this many cycles per tick; one of 32 bits is read for a millisecond.
   *
   * @param reads an open source, through JNI or linked
   * @param bits its width, 32 or 64
   * @param originTicks the reading at which a scaled counter of 64 bits begins, at 0 cycles:
   *     products of small counts do not wrap; ignored for 32 bits, and for a counter of cycles
   * @param name the counter's name
   * @param scope the readings between which a difference means something
   * @param hz the CPU's estimated frequency in Hz
   */
  public CycleCounter counter(
      TickSource reads, int bits, long originTicks, String name, Scope scope, long hz) {
    TickSource source = reads;
    long origin = originTicks;
    if (bits == 32) {
      long rateHz = of(/* numerator= */ denominator, /* denominator= */ numerator).times(hz);
      source = Extended32.observed(reads, Math.max(1, rateHz));
      origin = source.ticks();
    }
    return isOne()
        ? new TickCounter(source, name, scope, hz)
        : new ScaledCounter(source, origin, this, name, scope, hz);
  }

  /** Multiplies a count, truncating toward zero, modulo 2<sup>64</sup>. */
  public long times(long count) {
    return count < 0 ? -timesMagnitude(-count) : timesMagnitude(count);
  }

  // The magnitude of Long.MIN_VALUE is read as unsigned 2^63. native_sample.c does the same.
  private long timesMagnitude(long magnitude) {
    long product = magnitude * whole;
    if (fractionHigh == 0 && fractionLow == 0) {
      return product;
    }
    long low = magnitude * fractionHigh;
    long sum = low + unsignedMultiplyHigh(magnitude, fractionLow);
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return product + unsignedMultiplyHigh(magnitude, fractionHigh) + carry;
  }

  // Math.unsignedMultiplyHigh is new in Java 18.
  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }

  /** The nearest double, for reports. */
  public double toDouble() {
    return (double) numerator / denominator;
  }
}
