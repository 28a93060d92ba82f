// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Sink;

/**
 * Dependent integer multiplications: each needs the result of the one before, so that an iteration
 * costs k times the latency of one. It squares, because the compiler knows no shorter way.
 *
 * @param k multiplications in an iteration
 */
record Multiplications(int k) implements BenchFunction {

  @Override
  public void run(long n) {
    long x = 3;
    for (long i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        x *= x;
      }
    }
    Sink.consume(x);
  }
}
