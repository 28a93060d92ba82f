// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * A piece of code to measure. Pass its result to {@link Sink}, once per call: otherwise the
 * compiler may remove the computation.
 *
 * @since 0.1.0
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
