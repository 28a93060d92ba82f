// SPDX-License-Identifier: Apache-2.0
package demo;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A benchmark, to which itest/outside/gate/check adds an instruction. */
@State(Scope.Thread)
public class Sum {
  @Param("64")
  int size;

  private int[] values = {};

  @Setup
  public void fill() {
    values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = i * 31;
    }
  }

  @Benchmark
  public int sum() {
    int sum = 0;
    for (int value : values) {
      sum += Integer.rotateLeft(value, 5);
    }
    return sum;
  }
}
