// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.function.LongSupplier;
import org.cyclecounter.bench.measuring.ThreadTimes;

/**
 * The clocks by which a bench limits calibration and warm-up, in nanoseconds; a test brings its
 * own. What is measured is timed by a {@link BenchTimer}.
 *
 * @param wallNs any clock that always advances
 * @param cpuNs the calling thread's time on a processor; negative if not known
 */
record PreparationClock(LongSupplier wallNs, LongSupplier cpuNs) {

  static final PreparationClock REAL = new PreparationClock(System::nanoTime, ThreadTimes::cpuNow);
}
