// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Methods that a user may have measured, and methods that cannot be. */
public final class Sums {

  static int calls;

  private Sums() {}

  public static int add() {
    calls++;
    return calls + 1;
  }

  static double halve() {
    calls++;
    return calls / 2.0;
  }

  public static boolean isEven() {
    return ++calls % 2 == 0;
  }

  public static String text() {
    calls++;
    return "text";
  }

  public static void addMany(long times) {
    calls += (int) times;
  }

  public static int of(int x) {
    return x;
  }

  public static int twice() {
    return calls += 2;
  }

  public static void twice(long times) {
    calls += (int) (20 * times);
  }

  public static int thrice(int x) {
    return x;
  }

  public static int thrice(String x) {
    return x.length();
  }

  public int notStatic() {
    return 1;
  }

  public static void fails() throws IOException {
    throw new IOException("the disk is full");
  }

  public static void prints() {
    if (calls++ == 0) {
      System.out.println("noise");
    }
  }

  public static int calls() {
    return calls;
  }

  /** An operation that instructions and measure both take. */
  public static final class Task implements Callable<Integer> {
    @Override
    public Integer call() {
      return add();
    }
  }

  /** Cannot be initialised. */
  public static final class Broken {
    static final int ANSWER = Integer.parseInt("no answer");

    private Broken() {}

    public static int ask() {
      return ANSWER;
    }
  }
}
