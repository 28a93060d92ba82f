// SPDX-License-Identifier: Apache-2.0
package com.example;

/** A class of a user's own, outside every module. */
public final class Work {

  private static long sum;

  private Work() {}

  public static long add() {
    return sum += 3;
  }

  /** Computes a result that is not used. */
  public static void unused() {
    double root = Math.sqrt(sum) * 3;
  }

  /** Never ends. */
  public static void loops() {
    while (sum >= 0) {
      sum = sum + 1 & 0xffff;
    }
  }

  public static void fails() {
    throw new IllegalStateException("not today");
  }
}
