// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.selecting.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/** A program that uses most of its memory when it selects, and a counter that needs some, too. */
public final class Allocating implements CycleCounterProvider {

  private static final int PROGRAM_MB = 70;
  private static final int COUNTER_MB = 22;

  /** For another process to make its own. */
  public Allocating() {}

  /** Prints the verdict on the counter, and that it lives. */
  public static void main(String[] arguments) {
    List<byte[]> used = allocate(PROGRAM_MB);
    System.gc(); // all of the heap has been touched then
    for (CounterReport counter :
        CycleCounterSelector.builder().build().select().report().counters()) {
      if (counter.name().equals(Allocating.class.getName())) { // nothing of it has been asked
        System.out.println(counter.verdict() + " " + counter.reason());
      }
    }
    System.out.println(used.size() == PROGRAM_MB ? "alive" : "");
  }

  private static List<byte[]> allocate(int megabytes) {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < megabytes; i++) {
      byte[] one = new byte[1 << 20];
      Arrays.fill(one, (byte) i);
      all.add(one);
    }
    return all;
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(new Counter("allocating", CounterKind.ON_CORE, true, Allocating::open));
  }

  private static TickSource open() {
    List<byte[]> kept = allocate(COUNTER_MB);
    return () -> System.nanoTime() + kept.size();
  }
}
