// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.support.Task;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEvents;

/**
 * Loads, on the thread that waits for its first reading, the classes that the selecting thread will
 * need, in about the order in which it needs them. A class costs about a quarter of a millisecond,
 * so the reading comes sooner on a machine with a second core.
 *
 * <p>Nothing here may call third-party code, and a failure is ignored: the selecting thread will
 * fail in the same way and report it as a counter's reason.
 */
final class ClassPreloader {

  private ClassPreloader() {}

  static void run() {
    try {
      SelectorLibrary.LIBRARY.load();
    } catch (CounterUnavailableException | RuntimeException | Error e) {
      return;
    }
    Found.preload();
    FrequencyEstimator.estimate(0);
    boolean unusedIsOffered = NativeChild.IS_OFFERED; // initialises it
    Rejection unusedRejection = Rejection.of(Rejection.Code.SAID, ""); // its codes: 0.25 ms
    Measurement.preload();
    // A class literal loads a class and does not initialise it.
    Class<?>[] unused = {
      Part.class,
      Ranker.class,
      Task.class,
      TaskResult.class,
      Probe.class,
      IsolationResult.class,
      IsolationResult.Result.class,
      Probe.OpenAndMeasure.class,
      CandidateState.class,
      NativeTicks.class,
      NativeCounterSource.Function.class,
      SerializedReads.class,
      PerfEvents.class,
      Scaling.FindMultiplier.class,
      TickCounter.class,
      CheckedTicks.class,
      TaskResult.Failure.class,
      Failures.class, // of the counters that are rejected on the way
      Installation.class
    };
  }
}
