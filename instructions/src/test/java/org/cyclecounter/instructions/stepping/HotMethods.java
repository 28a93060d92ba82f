// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Forty methods whose compiled code could differ between processors, each called until C2 has
 * compiled it. Started by instructions/proofs/portable, which compares the sizes of their code.
 * They are not inlined, because one place calls them all.
 */
@SuppressWarnings({"IntLongMath", "LongDoubleConversion"}) // their code is wanted
public final class HotMethods {

  private static final int RUNS = 12_000;
  private static final int LENGTH = 200;

  private static final int[] INTS = IntStream.range(0, LENGTH).map(i -> i * 77 % 101).toArray();
  private static final long[] LONGS = new long[LENGTH];
  private static final double[] DOUBLES = new double[LENGTH];
  private static final float[] FLOATS = new float[LENGTH];
  private static final byte[] BYTES = new byte[LENGTH];
  private static final short[] SHORTS = new short[LENGTH];
  private static final String TEXT = "The quick brown fox jumps over the lazy dog".repeat(3);
  private static final BigInteger BIG = BigInteger.ONE.shiftLeft(700).subtract(BigInteger.TEN);
  private static final Map<Integer, String> MAP = new HashMap<>();

  private static long sink;
  private static short store;
  private static Object reference = "";

  private static final IntToLongFunction[] METHODS = {
    // Sums of three operands and products: LEA.
    i -> i + sink + 7,
    i -> i + LENGTH * i + 7,
    i -> (int) sink + 4 * i + 12,
    i -> sink + 8L * i - 24,
    i -> i * 9 + i * 5 + sink * 3,
    // Shifts, divisions, bits.
    i -> (sink << i) ^ (sink >>> i) ^ (sink >> i),
    i -> Long.rotateLeft(sink, i) + Long.rotateRight(sink, 13),
    i -> sink / (i | 1) + i % 77,
    i -> i / 10 + i % 10,
    i -> Math.multiplyHigh(sink, i),
    i -> Integer.bitCount(i) + Integer.numberOfLeadingZeros(i),
    i -> Long.numberOfTrailingZeros(sink) + Long.bitCount(sink),
    i -> Integer.reverse(i) ^ Integer.reverseBytes(i),
    i -> Long.reverse(sink) ^ Long.reverseBytes(sink),
    i -> (i & ~sink) + (i & -i) + (i & (i - 1)),
    // Floating point.
    i -> (long) (i * 0.5 + i / (sink + 0.5) - Math.sqrt(i)),
    i -> (long) Math.fma(i * 0.3, 2.5, 3),
    i -> (long) (i * 0.5f),
    i -> Math.round(i * 0.7) + (long) Math.rint(i * 0.1) + (long) Math.floor(i * 0.3),
    i -> (long) (Math.copySign(i, -sink) + Math.signum((double) sink)),
    i -> (long) (Math.max(i * 0.1, sink) + Math.min(i * 0.2f, 3f)),
    i -> (long) (Math.sin(i) + Math.pow(i, 0.3) + Math.log(i + 1.0) + Math.exp(i & 3)),
    i -> Float.floatToIntBits(i) + Double.doubleToLongBits(i * 0.3),
    // Loops.
    i -> {
      double sum = 0;
      for (int value : INTS) {
        sum += value * 3;
      }
      for (long value : LONGS) {
        sum += value * 3;
      }
      for (double value : DOUBLES) {
        sum += value;
      }
      return (long) sum;
    },
    i -> {
      for (int k = 0; k < LENGTH; k++) {
        FLOATS[k] = FLOATS[k] * 0.5f + 1;
      }
      for (int k = 0; k < LENGTH; k++) {
        BYTES[k] += 3;
      }
      for (int k = 0; k < LENGTH; k++) {
        SHORTS[k] = (short) (SHORTS[k] >> 2);
      }
      return i;
    },
    i -> {
      for (int k = 0; k < LENGTH; k++) {
        DOUBLES[k] = INTS[k];
      }
      for (int k = 0; k < LENGTH; k++) {
        LONGS[k] = Integer.reverse(INTS[k]);
      }
      for (int k = 0; k < LENGTH; k++) {
        SHORTS[k] = (short) Integer.bitCount(INTS[k]);
      }
      return i;
    },
    i -> {
      int k = 0;
      while (k < LENGTH && INTS[k] != (i & 63)) {
        k++;
      }
      return k;
    },
    // Memory.
    i -> store = 77,
    i -> size(new int[] {1, 2, 3}),
    i -> size(new byte[i & 127]),
    i -> size(new ArrayList<>(List.of("a", "b"))),
    i -> size(INTS.clone()),
    i -> size(Arrays.copyOf(BYTES, 1 + (i & 127))),
    i -> {
      Arrays.fill(LONGS, i);
      return i;
    },
    i -> Arrays.mismatch(BYTES, 0, 150, BYTES, 1 + (i & 31), 151 + (i & 31)),
    // Strings, and intrinsics of libraries.
    i -> TEXT.equals(text(i)) ? 1 : 0,
    i -> text(i).indexOf("lazy") + text(i).indexOf('z') + text(i).compareTo(TEXT),
    i -> Arrays.hashCode(INTS) + Arrays.hashCode(BYTES),
    i -> ("a" + i + 'b' + TEXT).length(),
    i -> Base64.getEncoder().encode(text(i).getBytes(StandardCharsets.UTF_8)).length,
    i -> Arrays.stream(INTS).sorted().sum(),
    i ->
        BIG.multiply(BIG).mod(BigInteger.TWO.shiftLeft(100)).bitLength()
            + MAP.computeIfAbsent(i & 63, key -> "" + key).length(),
  };

  private HotMethods() {}

  private static String text(int i) {
    return (i & 1) == 0 ? TEXT : TEXT.substring(1);
  }

  private static long size(Object object) {
    reference = object; // or else it is not allocated
    return reference == TEXT ? 1 : 2;
  }

  /**
   * Calls them in turn.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    for (int i = 0; i < RUNS; i++) {
      for (IntToLongFunction method : METHODS) {
        sink += method.applyAsLong(i);
      }
    }
    System.out.println(METHODS.length + " methods, " + sink + " " + store);
  }
}
