// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Sink;

/** A benchmark function with a name. */
public final class Doubling implements BenchFunction {
  @Override
  public void run(long n) {
    long x = 1;
    for (long i = 0; i < n; i++) {
      x += x;
    }
    Sink.consume(x);
  }
}
