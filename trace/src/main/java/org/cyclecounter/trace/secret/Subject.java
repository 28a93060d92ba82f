// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Operations;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.Stepper;

/** The operation that is checked, with its secret; in the child JVM, for one thread. */
final class Subject {

  /** By its name: the public API uses this package. */
  private static final String API = "org.cyclecounter.trace.SecretOperation";

  /** A warm-up takes two thirds of the time at most. */
  private static final long WARM_UP_NS_PER_MS = 666_667;

  /** Reports of the warm-up. */
  private static final int REPORTS = 20;

  private final Object operation;
  private final byte[] array;
  private final List<byte[]> secrets;
  private final Call plain;
  private final Call timed;
  private final long warmUpEndNs;

  /** Holds results, so that no compiler can leave a run out. */
  @SuppressWarnings("unused")
  private volatile long result;

  /** A way to call {@code long run(byte[])}; what it returns depends on the way. */
  @FunctionalInterface
  interface Call {
    long of(Object operation, byte[] secret) throws Throwable;
  }

  /** Takes the milliseconds that there are for everything. */
  Subject(String name, int secretBytes, long limitMs) throws CountFailure {
    warmUpEndNs = System.nanoTime() + limitMs * WARM_UP_NS_PER_MS;
    array = new byte[secretBytes];
    secrets = Secrets.of(secretBytes);
    try {
      operation = Operations.of(name, Class.forName(API));
      MethodHandle handle = // for want of the library
          MethodHandles.publicLookup()
              .findVirtual(
                  Class.forName(API), "run", MethodType.methodType(long.class, byte[].class))
              .asType(MethodType.methodType(long.class, Object.class, byte[].class));
      Call call = (o, s) -> (long) handle.invokeExact(o, s);
      plain = Stepper.isLoaded() ? Subject::call : call;
      timed = Stepper.isLoaded() ? Recorder::time : (o, s) -> time(call, o, s);
    } catch (ReflectiveOperationException e) {
      throw new CountFailure("The operation %s cannot be called: %s", name, e);
    }
  }

  private long time(Call call, Object operation, byte[] secret) throws Throwable {
    long begin = System.nanoTime();
    result = call.of(operation, secret);
    return System.nanoTime() - begin;
  }

  /** Returns the operation. */
  Object operation() {
    return operation;
  }

  /** Returns the secrets of {@link #warmUp}. */
  List<byte[]> secrets() {
    return secrets;
  }

  /** Runs with all secrets in turns until two thirds of the time are over at most. */
  void warmUp(int runs) throws IOException, CountFailure {
    for (int i = 0; i < runs && System.nanoTime() - warmUpEndNs < 0; i++) {
      if (i % Math.max(1, runs / REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Integer.toString(100 * i / runs));
      }
      run(secrets.get(i % secrets.size()));
    }
  }

  /** Copies a secret into the array, the same one each time, and calls. */
  long run(byte[] secret, Call call) throws CountFailure {
    System.arraycopy(secret, 0, array, 0, array.length);
    try {
      return call.of(operation, array);
    } catch (Throwable e) {
      throw Operations.threw(operation, e);
    }
  }

  /** Runs with a secret, which is not to change. */
  void run(byte[] secret) throws CountFailure {
    result = run(secret, plain);
    if (!Arrays.equals(secret, array)) {
      throw new CountFailure(
          "The operation %s changes its secret; let it work on a copy.",
          operation.getClass().getName());
    }
  }

  /** Runs with a secret and returns its ticks, or nanoseconds without the library. */
  long time(byte[] secret) throws CountFailure {
    return run(secret, timed);
  }

  /** Calls by JNI, so that it is compiled into no caller. */
  private static native long call(Object operation, byte[] secret) throws Exception;
}
