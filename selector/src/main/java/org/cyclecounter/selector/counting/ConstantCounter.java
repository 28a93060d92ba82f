// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CycleCounter;

/**
 * The template of the hidden classes that {@link ConstantCounters} makes; never used itself. It is
 * read as bytes and defined anew, so it has no nested class, which would be a member of this class
 * and not of the hidden one.
 */
final class ConstantCounter implements ForwardingCounter {

  /** Static, final and in a hidden class: the compiler folds it, and everything it refers to. */
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
