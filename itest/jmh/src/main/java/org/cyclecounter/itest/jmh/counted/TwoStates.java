// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** States of one type that are several objects: an argument's, another one's, and a fixture's. */
public class TwoStates {

  /** Each has another number of rounds. */
  @State(Scope.Thread)
  public static class Rounds {
    private static int made;

    final int index = made++ % 3;

    /** Takes 10, 100 or 1,000 rounds of a loop that is not unrolled into nothing. */
    int go() {
      int sum = index;
      for (int i = 0; i < (index == 0 ? 10 : index == 1 ? 100 : 1000); i++) {
        sum = Integer.rotateLeft(sum, 3) ^ i;
      }
      return sum;
    }
  }

  /** Has one of its own. */
  @State(Scope.Benchmark)
  public static class Dependent {
    Rounds rounds = new Rounds();

    @Setup
    public void begin(Rounds own) {
      rounds = own;
    }
  }

  @Benchmark
  public int first(Rounds a, Rounds b, Dependent dependent) {
    return a == b || a == dependent.rounds || b == dependent.rounds ? -1 : a.index;
  }

  @Benchmark
  public int sameOrder(Rounds a, Rounds b, Dependent dependent) {
    return (a.go() + b.index) ^ dependent.rounds.index;
  }

  @Benchmark
  public int otherOrder(Rounds a, Rounds b, Dependent dependent) {
    return (b.go() + a.index) ^ dependent.rounds.index;
  }
}
