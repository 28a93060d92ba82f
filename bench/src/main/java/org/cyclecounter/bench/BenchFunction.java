// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * A piece of code to measure. What it computes should go to {@link Sink}, once for each call, or
 * the compiler may find that nothing needs to be computed.
 */
@FunctionalInterface
public interface BenchFunction {

  /**
   * Does the operation n times.
   *
   * @param n how often, at least 1
   * @throws Exception if it cannot; the measurement fails with it as the cause
   */
  void run(long n) throws Exception;
}
