// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.cyclecounter.itest.jmh.AverageTime;
import org.openjdk.jmh.annotations.Benchmark;

/** A {@link HashMap#get} of the next key of 1,024, as {@code measure} calls it. */
public final class HashMapGet {

  private static final Integer[] KEYS = new Integer[1024];
  private static final Map<Integer, Integer> MAP = new HashMap<>();
  private static int next;

  static {
    for (int i = 0; i < KEYS.length; i++) {
      KEYS[i] = i * 7;
      MAP.put(KEYS[i], i);
    }
  }

  private HashMapGet() {}

  /**
   * Gets.
   *
   * @return the value of the next key
   */
  public static int get() {
    next = (next + 1) % KEYS.length;
    return Objects.requireNonNull(MAP.get(KEYS[next]));
  }

  /** The same for JMH. */
  public static class ByJmh extends AverageTime {
    /**
     * Gets.
     *
     * @return the value of the next key
     */
    @Benchmark
    public int hashMapGet() {
      return get();
    }
  }
}
