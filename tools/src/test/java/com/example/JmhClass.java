// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.openjdk.jmh.annotations.Benchmark;

/** A class as people write them for JMH. */
public class JmhClass {

  @Benchmark
  public long first() {
    return System.nanoTime();
  }
}
