// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;

/** Benchmarks of all kinds that can be counted; {@code BenchmarksTest} says what is expected. */
@BenchmarkMode(Mode.AverageTime)
public class Twenty {

  /** The numbers below n, some of which fixtures add up. */
  static int[] numbers(int n) {
    return new Random(7).ints(n, 0, 1000).toArray();
  }

  @Benchmark
  public String withoutState() {
    return String.join(",", "one", "two", "three");
  }

  /** A thread's. */
  @State(Scope.Thread)
  public static class Numbers {
    int[] source = numbers(64);
    int[] work = source.clone();
    long added;

    @Setup(Level.Invocation)
    public void copy() {
      work = source.clone();
      for (int i = 0; i < 100_000; i++) { // as many instructions, at least
        added = Long.rotateLeft(added, 1) ^ i;
      }
    }
  }

  @Benchmark
  public int[] invocationFixture(Numbers numbers) {
    Arrays.sort(numbers.work);
    return numbers.work;
  }

  /** Shared by all threads. */
  @State(Scope.Benchmark)
  public static class Table {
    final Map<Integer, String> map = new HashMap<>();
    final List<Integer> keys = new ArrayList<>();

    @Param({"10", "100"})
    int size;

    @Param({"odd", "even"})
    String kind;

    @Setup
    public void fill() {
      for (int i = 0; i < size; i++) {
        int key = 2 * i + (kind.equals("odd") ? 1 : 0);
        map.put(key, "v" + key);
        keys.add(key);
      }
    }

    @TearDown
    public void clear() {
      map.clear();
    }
  }

  @Benchmark
  public void trialFixtureAndParameters(Table table, Blackhole blackhole) {
    for (Integer key : table.keys) {
      blackhole.consume(table.map.get(key));
    }
  }

  /** An array, whose address decides how a loop of vectors begins. */
  @State(Scope.Thread)
  public static class Values {
    int[] values = {};

    @Setup
    public void fill() {
      values = numbers(64);
    }
  }

  @Benchmark
  public int arrayOfTrialFixture(Values state) {
    int sum = 0;
    for (int value : state.values) {
      sum += Integer.rotateLeft(value, 5);
    }
    return sum;
  }

  /** Its fixture has been called once more before each counted call. */
  @State(Scope.Thread)
  public static class Text {
    StringBuilder text = new StringBuilder();

    @Setup(Level.Iteration)
    public void begin() {
      text = new StringBuilder("begin");
    }
  }

  @Benchmark
  public String iterationFixture(Text text) {
    text.text.setLength(5);
    return text.text.append(1234567).reverse().toString();
  }

  /** Shared, with a fixture that one thread calls. */
  @State(Scope.Benchmark)
  public static class Shared {
    long[] longs = {};

    @Setup(Level.Invocation)
    public void begin() {
      longs = new long[] {5, 4, 3, 2, 1};
    }

    @TearDown(Level.Invocation)
    public void end() {
      longs = new long[0];
    }
  }

  @Benchmark
  public long[] sharedInvocationFixture(Shared shared) {
    Arrays.sort(shared.longs);
    return shared.longs;
  }

  /** A blank parameter has all values of its type. */
  @State(Scope.Thread)
  public static class Blank {
    @Param({"false", "true"})
    boolean isLong;

    @Param TimeUnit unit = TimeUnit.DAYS;
  }

  @Benchmark
  public long blankParameter(Blank blank) {
    return blank.isLong ? blank.unit.toNanos(7) : blank.unit.toSeconds(7);
  }

  /** A benchmark in a superclass, which the compiler gives a bridge. */
  public abstract static class Base<T extends Comparable<T>> {
    abstract T value();

    @Benchmark
    public T inherited() {
      return value();
    }
  }

  /** The state is the class itself. */
  @State(Scope.Thread)
  public static class Sub extends Base<String> {
    String value = "value";

    @Override
    String value() {
      return value.concat("s");
    }
  }

  @Benchmark
  public static double ofClass(Counters counters) {
    return Math.sqrt(counters.calls) + 1;
  }

  @Benchmark
  public void withoutResult(Text text) {
    text.text.setLength(0);
    for (int i = 0; i < 20; i++) {
      text.text.append(i);
    }
  }

  @Benchmark
  public void empty() {}

  @Benchmark
  public void tokens() {
    Blackhole.consumeCPU(10);
  }

  @Benchmark
  @OperationsPerInvocation(10)
  public double tenOperations() {
    double sum = 0;
    for (int i = 1; i <= 10; i++) {
      sum += Math.sqrt(i);
    }
    return sum;
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Measurement(batchSize = 100)
  public int batch(Text text) {
    return text.text.length();
  }

  /** JMH resets it before each iteration. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Counters {
    public int calls;
  }

  @Benchmark
  public int auxiliaryCounters(Counters counters) {
    counters.calls++;
    return counters.calls;
  }

  @Benchmark
  @CompilerControl(CompilerControl.Mode.INLINE)
  public int inlined() {
    return notInlined(3);
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static int notInlined(int value) {
    return value * 7;
  }

  @Benchmark
  public int parametersOfJmh(
      BenchmarkParams params, IterationParams iteration, ThreadParams threads) {
    return params.getThreads() + iteration.getBatchSize() + threads.getThreadCount();
  }

  @Benchmark
  @Fork(jvmArgsAppend = {"-Xmx2g", "-XX:+UseG1GC", "-DTwenty.x=42"})
  public String ofOptions() {
    return System.getProperty("Twenty.x") + Runtime.getRuntime().maxMemory();
  }

  @Benchmark
  public int exceptions() {
    int caught = 0;
    for (int i = 0; i < 3; i++) {
      try {
        caught += Integer.parseInt("x" + i);
      } catch (NumberFormatException e) {
        caught++;
      }
    }
    return caught;
  }
}
