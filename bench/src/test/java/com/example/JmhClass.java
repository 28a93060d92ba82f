package com.example;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** A class as people write them for JMH. */
@State(Scope.Thread)
public class JmhClass {

  public static final List<String> LOG = new ArrayList<>();

  @Param({"3", "5"})
  public int size;

  @Param public Scope scope;

  private int[] data;

  /** A state of its own. */
  @State(Scope.Benchmark)
  public static class Other {
    int value;

    @Setup
    public void set() {
      value = 7;
    }
  }

  /** What it does around each invocation cannot be done here. */
  @State(Scope.Thread)
  public static class EachTime {
    @Setup(Level.Invocation)
    public void again() {}
  }

  @Setup
  public void fill() {
    data = new int[size];
    LOG.add("set up " + size + " " + scope);
  }

  @TearDown
  public void end() {
    LOG.add("torn down");
  }

  @Benchmark
  public int first() {
    return data[0]++;
  }

  @Benchmark
  public void second(Other other, Blackhole blackhole) {
    blackhole.consume(other.value + data.length);
  }

  /** Not among the benchmarks that can be measured, so in a class of its own. */
  public static class Unfit {
    @Benchmark
    public int third(EachTime state) {
      return 1;
    }

    @Benchmark
    public int fourth(String word) {
      return word.length();
    }
  }
}
