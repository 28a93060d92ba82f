package org.cyclecounter.selector.counting;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/** The template of the hidden classes that {@link ConstantCounters} makes; never used itself. */
final class ConstantCounter implements CycleCounter, Composition.Wrapping {

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

  @Override
  public long cyclesPerSecond() {
    return COUNTER.cyclesPerSecond();
  }

  @Override
  public String implementation() {
    return COUNTER.implementation();
  }

  @Override
  public Scope scope() {
    return COUNTER.scope();
  }
}
