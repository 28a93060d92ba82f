// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CycleCounter;

/** The template of the hidden classes that {@link ConstantCounters} makes; never used itself. */
final class ConstantCounter implements Composition.Wrapping {

  private static final CycleCounter COUNTER;

  static {
    try {
      COUNTER = MethodHandles.classData(MethodHandles.lookup(), "_", CycleCounter.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  ConstantCounter() {}

  @Override
  public CycleCounter wrapped() {
    return COUNTER;
  }

  @Override
  public long cycles() {
    return COUNTER.cycles();
  }

  @Override
  public long start() {
    return COUNTER.start();
  }

  @Override
  public long stop() {
    return COUNTER.stop();
  }
}
