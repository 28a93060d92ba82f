package org.cyclecounter.bench.cli;

import java.util.List;
import org.cyclecounter.bench.Timing;
import org.jspecify.annotations.Nullable;

/**
 * What has been measured of an operation.
 *
 * @param name the operation's
 * @param bytes what one operation works on; 0 where that is not known
 * @param timing null where it failed
 * @param failure a sentence; empty where it did not fail
 * @param warnings what may have disturbed the measurement
 */
record Measurement(
    String name, long bytes, @Nullable Timing timing, String failure, List<String> warnings) {

  /** What to call an operation where its size makes the difference. */
  static String label(String name, long bytes) {
    return bytes == 0 ? name : name + " of " + bytes + " bytes";
  }

  String label() {
    return label(name, bytes);
  }

  /** NaN where the operation failed, or cycles cannot be measured. */
  double cyclesPerOperation() {
    return timing == null ? Double.NaN : timing.cyclesPerOperation();
  }

  double nsPerOperation() {
    return timing == null ? Double.NaN : timing.secondsPerOperation() * 1e9;
  }

  double cyclesPerByte() {
    return bytes == 0 ? Double.NaN : cyclesPerOperation() / bytes;
  }

  double megabytesPerSecond() {
    return bytes == 0 ? Double.NaN : bytes / nsPerOperation() * 1e3;
  }
}
