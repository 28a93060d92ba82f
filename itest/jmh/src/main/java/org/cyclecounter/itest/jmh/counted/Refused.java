// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.Control;

/** Benchmarks that cannot be counted; {@code BenchmarksTest} says why. */
public class Refused {

  /** A number. */
  @State(Scope.Group)
  public static class Number {
    volatile int value;
  }

  @Benchmark
  @Group("group")
  @GroupThreads(2)
  public int read(Number number) {
    return number.value;
  }

  @Benchmark
  @Group("group")
  public void write(Number number) {
    number.value = 1;
  }

  @Benchmark
  @Threads(4)
  public int fourThreads() {
    return 4;
  }

  @Benchmark
  @Threads(Threads.MAX)
  public int allThreads() {
    return -1;
  }

  @Benchmark
  public int control(Control control) {
    return control.stopMeasurement ? 1 : 0;
  }

  @Benchmark
  @Fork(jvm = "/opt/other/bin/java")
  public int otherJvm() {
    return 1;
  }

  @Benchmark
  @Fork(jvmArgsPrepend = "-javaagent:agent.jar")
  public int agent() {
    return 1;
  }

  @Benchmark
  public void waits() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Benchmark
  public void takesTooLong() {
    Blackhole.consumeCPU(100_000_000);
  }

  @Benchmark
  @CompilerControl(CompilerControl.Mode.EXCLUDE)
  public int notCompiled() {
    return 1;
  }

  /** Does not come back by its return. */
  @Benchmark
  public int throwing() {
    throw new IllegalStateException("as it is meant to");
  }
}
