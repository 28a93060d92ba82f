// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEvents;

/**
 * Loads, on the thread that waits for its first reading, what the thread that selects will need: on
 * a machine with a second core the reading comes sooner. What fails here fails there again, with a
 * reason.
 */
final class ClassPreloader implements Runnable {

  @SuppressWarnings("unused")
  private Class<?>[] classes = {};

  @Override
  public void run() {
    try {
      SelectorLibrary.LIBRARY.load();
    } catch (CounterUnavailableException | RuntimeException | Error e) {
      return;
    }
    Discovery.preload();
    FrequencyEstimator.ofThisMachine().estimate();
    NativeIsolator.preload();
    Measurement.preload();
    Installation.preload();
    classes =
        new Class<?>[] {
          IsolationStage.class,
          Ranker.class,
          Worker.class,
          TaskResult.class,
          Probe.class,
          Probe.First.class,
          Probe.Natively.class,
          ProbeResult.class,
          NativeTicks.class,
          NativeCounterSource.Function.class,
          SerializedReads.class,
          PerfEvents.class,
          Scaling.FindMultiplier.class,
          TickCounter.class,
          CheckedTicks.class
        };
  }
}
