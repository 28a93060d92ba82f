// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.service;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.counting.ForwardingCounter;

/** {@link CpuCycles#counter()} for {@link java.util.ServiceLoader}. Creating it selects nothing. */
public final class CpuCyclesCounter implements ForwardingCounter {

  /** For {@link java.util.ServiceLoader}. */
  public CpuCyclesCounter() {}

  @Override
  public CycleCounter wrapped() {
    return CpuCycles.counter();
  }

  @Override
  public long cycles() {
    return CpuCycles.cycles();
  }

  @Override
  public long start() {
    return CpuCycles.start();
  }

  @Override
  public long stop() {
    return CpuCycles.stop();
  }
}
