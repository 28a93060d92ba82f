package org.cyclecounter.selector.counting;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** What a thread does that has just lost its counter. */
class LosableCounterTest {

  private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

  /** Reads by method handles that nobody has called yet, as those of a counter linked anew. */
  private record Handles(MethodHandle read, MethodHandle startRead, MethodHandle stopRead)
      implements TickSource {

    static Handles fresh() {
      return new Handles(handle(), handle(), handle());
    }

    private static MethodHandle handle() {
      try {
        return MethodHandles.lookup().findStatic(System.class, "nanoTime", methodType(long.class));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public long ticks() {
      return call(read);
    }

    @Override
    public long startTicks() {
      return call(startRead);
    }

    @Override
    public long stopTicks() {
      return call(stopRead);
    }

    private static long call(MethodHandle handle) {
      try {
        return (long) handle.invokeExact();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final class Losable implements TickSource {
    private final CounterLostException loss = new CounterLostException("taken away");
    private boolean lost;

    @Override
    public long ticks() {
      if (lost) {
        throw loss;
      }
      return 1;
    }
  }

  /** HotSpot reads a clock for each class, and that may be what the thread has lost. */
  @Test
  void aThreadThatHasLostItsCounterLoadsNoClass() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) { // other threads may load some
      least = Math.min(least, classesLoadedByALoss());
    }
    assertThat(least).isZero();
  }

  private static long classesLoadedByALoss() {
    Losable first = new Losable();
    CycleCounter next = new TickCounter(Handles.fresh(), "next", Scope.THREAD, 1);
    CycleCounter counter =
        LosableCounter.of(new TickCounter(first, "first", Scope.SYSTEM, 1), List.of(next));
    long before = CLASSES.getTotalLoadedClassCount();
    first.lost = true;
    for (int i = 0; i < 1000; i++) {
      counter.cycles();
      counter.start();
      counter.stop();
    }
    assertThat(counter.implementation()).isEqualTo("next");
    return CLASSES.getTotalLoadedClassCount() - before;
  }
}
