// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.bench.Timing;
import org.jspecify.annotations.Nullable;

/**
 * The result of measuring an operation.
 *
 * @param operation what was measured
 * @param timing null where it failed
 * @param failure a sentence; empty where it did not fail
 * @param warnings what may have disturbed the measurement
 */
record MeasuredOperation(
    Operation operation, @Nullable Timing timing, String failure, List<String> warnings) {

  /**
   * NaN where the operation failed, or cycles cannot be measured. The cost of the harness has been
   * subtracted, so an operation that does nothing may come out below zero.
   */
  double cyclesPerOperation() {
    return timing == null ? Double.NaN : timing.cyclesPerOperation();
  }

  double nsPerOperation() {
    return timing == null ? Double.NaN : timing.secondsPerOperation() * 1e9;
  }

  double cyclesPerByte() {
    return operation.bytes() == 0 ? Double.NaN : cyclesPerOperation() / operation.bytes();
  }

  /** Megabytes are 10<sup>6</sup> bytes: bytes per nanosecond, times a thousand. */
  double megabytesPerSecond() {
    return operation.bytes() == 0 ? Double.NaN : operation.bytes() / nsPerOperation() * 1e3;
  }
}
