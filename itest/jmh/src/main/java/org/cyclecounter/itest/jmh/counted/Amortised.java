// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.counted;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Operations that have more to do in some calls, as benchmarks and by themselves. */
@State(Scope.Thread)
public class Amortised {

  /** Does more in some calls, a hundred times as much in a class whose name begins with Dear. */
  public abstract static class Kind implements Callable<Object> {
    private final int rounds = getClass().getSimpleName().startsWith("Dear") ? 100 : 1;
    private final int[] ints = {3, 1, 4, 1};
    long calls;
    private long sum;

    @Override
    public Object call() {
      if (isMore()) {
        for (int i = 0; i < rounds; i++) {
          for (int x : ints) {
            sum = sum * 31 + x % 10;
          }
        }
      }
      return this;
    }

    abstract boolean isMore();
  }

  /** Flushes a buffer. */
  public static class Buffer extends Kind {
    @Override
    boolean isMore() {
      return (++calls & 3) == 0;
    }
  }

  /** Sends 64 at once. */
  public static class Batch extends Kind {
    @Override
    boolean isMore() {
      return (++calls & 63) == 0;
    }
  }

  /** Misses a cache once in 32 calls. */
  public static class Cache extends Kind {
    private long cached;

    @Override
    boolean isMore() {
      long before = cached;
      cached = ++calls >> 5;
      return cached != before;
    }
  }

  /** Adds to a list that grows, and is left at 40. */
  public static class Growing extends Kind {
    private List<Object> list = new ArrayList<>();

    @Override
    boolean isMore() {
      list.add(this);
      boolean isFull = list.size() == 40;
      list = isFull ? new ArrayList<>() : list;
      return isFull;
    }
  }

  /** Takes 50 numbers at once. */
  public static class Range extends Kind {
    private final AtomicLong source = new AtomicLong();

    @Override
    boolean isMore() {
      boolean isEmpty = calls % 50 == 0;
      calls = isEmpty ? source.getAndAdd(50) + 1 : calls + 1;
      return isEmpty;
    }
  }

  public static class DearBuffer extends Buffer {}

  public static class DearBatch extends Batch {}

  public static class DearCache extends Cache {}

  public static class DearGrowing extends Growing {}

  public static class DearRange extends Range {}

  @Param({
    "Buffer", "Batch", "Cache", "Growing", "Range",
    "DearBuffer", "DearBatch", "DearCache", "DearGrowing", "DearRange"
  })
  public String kind;

  private Kind operation;

  @Setup
  public void make() throws ReflectiveOperationException {
    Class<?> type = Class.forName(Amortised.class.getName() + "$" + kind);
    operation = (Kind) type.getConstructor().newInstance();
  }

  @Benchmark
  public Object call() {
    return operation.call();
  }
}
