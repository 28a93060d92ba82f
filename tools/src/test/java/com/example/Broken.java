// SPDX-License-Identifier: Apache-2.0
package com.example;

/** Cannot be initialised. */
public final class Broken {

  static final int ANSWER = answer();

  private Broken() {}

  private static int answer() {
    throw new IllegalStateException("no answer");
  }

  public static int ask() {
    return ANSWER;
  }
}
