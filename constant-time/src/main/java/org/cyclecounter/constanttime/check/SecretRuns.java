// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.constanttime.SecretOperation;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.Operations;
import org.cyclecounter.instructions.stepping.ParentPipe;
import org.cyclecounter.instructions.stepping.SteppedRuns;
import org.cyclecounter.instructions.stepping.Stepper;

/** The runs of the checked operation, with its secrets; in the child JVM, for one thread. */
final class SecretRuns {

  /** A warm-up takes two thirds of the time at most. */
  private static final long WARM_UP_NS_PER_MS = 666_667;

  /** The time on the wall that counts as processor time, as in the parent. */
  private static final int WALL_PART = 10;

  private static final long TICK_NS = 10_000_000;

  private final String name;
  private final SecretOperation operation;
  private final byte[] array;
  private final List<byte[]> secrets;
  private final Call timed = new Time();
  private final long beginNs = System.nanoTime();
  private final long warmUpNs;

  /** Holds results, so that no compiler can leave a run out. */
  @SuppressWarnings("unused")
  private volatile long result;

  /** A way to call an operation, which defines the meaning of the result. */
  @FunctionalInterface
  interface Call {
    long of(SecretOperation operation, byte[] secret) throws Exception;
  }

  /** Takes the milliseconds of processor time that there are for everything. */
  SecretRuns(String name, int secretBytes, long limitMs) throws CountFailure {
    this.name = name;
    warmUpNs = limitMs * WARM_UP_NS_PER_MS;
    array = new byte[secretBytes];
    secrets = Secrets.of(secretBytes);
    operation = Operations.of(name, SecretOperation.class);
  }

  /** Returns the time in ticks or, without the library, nanoseconds. No lambda: cold start 1. */
  private final class Time implements Call {
    @Override
    public long of(SecretOperation operation, byte[] secret) throws Exception {
      if (Stepper.isLoaded()) {
        return ticks(operation, secret);
      }
      long begin = System.nanoTime();
      result = operation.run(secret);
      return System.nanoTime() - begin;
    }
  }

  /**
   * Calls by JNI, so that it is compiled into no caller, and returns the ticks of the time-stamp
   * counter, or the virtual count, from before it to behind it. Throws the operation's exceptions,
   * as all native methods here do.
   */
  private static native long ticks(SecretOperation operation, byte[] secret);

  /** Returns the operation's name. */
  String name() {
    return name;
  }

  /** Returns the secrets of {@link #warmUp}. */
  List<byte[]> secrets() {
    return secrets;
  }

  /** Runs with all secrets in turns until two thirds of the time are over at most. */
  void warmUp(int runs) throws IOException, CountFailure {
    long nextNs = beginNs + warmUpNs;
    for (int i = 0; i < runs; i++) {
      long now = System.nanoTime();
      if (now >= nextNs) { // processor time takes no less on the wall
        Duration used =
            ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ofNanos(now - beginNs));
        long leftNs = warmUpNs - Math.max(used.toNanos(), (now - beginNs) / WALL_PART);
        if (leftNs < TICK_NS) {
          return;
        }
        nextNs = now + leftNs;
      }
      if (i % Math.max(1, runs / SteppedRuns.REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Integer.toString(100 * i / runs));
      }
      run(secrets.get(i % secrets.size()));
    }
  }

  /** Copies a secret into the array, the same one each time, and calls. */
  long run(byte[] secret, Call call) throws CountFailure {
    System.arraycopy(secret, 0, array, 0, array.length);
    return runInPlace(array, call);
  }

  /** Calls with the secret's own array. */
  long runInPlace(byte[] secret, Call call) throws CountFailure {
    try {
      return call.of(operation, secret);
    } catch (Throwable e) {
      throw CountFailure.threw(name, e);
    }
  }

  /**
   * Runs with a secret, which the operation must not change, and returns the ticks, or nanoseconds
   * without the library.
   */
  long run(byte[] secret) throws CountFailure {
    long time = run(secret, timed);
    if (!Arrays.equals(secret, array)) {
      throw new CountFailure("The operation %s changes its secret; let it work on a copy.", name);
    }
    return time;
  }
}
