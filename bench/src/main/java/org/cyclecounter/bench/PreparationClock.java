// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.function.LongSupplier;
import org.cyclecounter.bench.measuring.ThreadTimes;

/**
 * The clocks by which a bench limits calibration and warm-up, in nanoseconds; a test brings its
 * own. What is measured is timed by a {@link BenchTimer}.
 *
 * @param wall any clock that always advances
 * @param cpu the calling thread's time on a processor; negative if not known
 */
record PreparationClock(LongSupplier wall, LongSupplier cpu) {

  static final PreparationClock REAL = new PreparationClock(System::nanoTime, ThreadTimes::cpuNow);

  long wallNs() {
    return wall.getAsLong();
  }

  long cpuNs() {
    return cpu.getAsLong();
  }
}
