// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.concurrent.Callable;

/** Operations whose instructions are known, in {@code known_code.c}. */
final class KnownCode {

  static {
    TestLibrary.load();
  }

  private KnownCode() {}

  static native void loop(long rounds);

  static native void string(long rounds);

  static native void calls(long rounds);

  public static final class Loop1000 implements Callable<Object> {
    @Override
    public Object call() {
      loop(1000);
      return this;
    }
  }

  public static final class Loop3000 implements Callable<Object> {
    @Override
    public Object call() {
      loop(3000);
      return this;
    }
  }

  public static final class String1 implements Callable<Object> {
    @Override
    public Object call() {
      string(1);
      return this;
    }
  }

  public static final class String1000 implements Callable<Object> {
    @Override
    public Object call() {
      string(1000);
      return this;
    }
  }

  public static final class Calls10 implements Callable<Object> {
    @Override
    public Object call() {
      calls(10);
      return this;
    }
  }

  public static final class Calls110 implements Callable<Object> {
    @Override
    public Object call() {
      calls(110);
      return this;
    }
  }
}
