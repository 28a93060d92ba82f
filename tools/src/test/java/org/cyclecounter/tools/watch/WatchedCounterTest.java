// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.measuring.ThreadPlacement;
import org.junit.jupiter.api.Test;

class WatchedCounterTest {

  private static final long HZ = 3_000_000_000L;

  /** A counter of 3 GHz, of which two adjacent readings are 26 cycles apart. */
  private static final class Script implements CycleCounter {
    long ns;
    long offset;
    long backAt = -1;
    String name = "scripted";
    Scope scope = Scope.SYSTEM;
    ThreadPlacement placement = new ThreadPlacement(0, 0);

    long clock() {
      return ns += 10_000;
    }

    @Override
    public long cycles() {
      if (name.isEmpty()) {
        throw new IllegalStateException("gone\u202e\nfor good");
      }
      return offset + ns * 3;
    }

    @Override
    public long cyclesPerSecond() {
      return HZ;
    }

    @Override
    public Scope scope() {
      return scope;
    }

    long[] adjacent(int count) {
      long[] readings = new long[count];
      Arrays.setAll(readings, i -> 26L * i - (i == backAt ? 1000 : 0));
      return readings;
    }

    @Override
    public String implementation() {
      return name;
    }

    WatchedCounter watched(Scope ofThis) {
      scope = ofThis;
      return new WatchedCounter("scripted", this, this::adjacent, this::clock, () -> placement);
    }
  }

  @Test
  void rateIsTheOneSinceTheLastLook() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.SYSTEM);
    script.ns += 1_000_000_000;
    assertThat(watched.look().hz()).isCloseTo(HZ, within(HZ * 1e-6));
    script.ns += 1_000_000_000;
    script.offset += 600_000_000;
    WatchedRow row = watched.look();
    assertThat(row.hz()).isCloseTo(HZ * 1.2, within(HZ * 1e-4));
    assertThat(row.medianCycles()).isEqualTo(26);
    assertThat(row.backwards()).isZero();
    assertThat(row.problem()).isEmpty();
  }

  @Test
  void looksAtThreadsOwnCounterWhileTheThreadComputes() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.THREAD);
    script.ns += 1_000_000_000; // the thread waited, and its counter stood still
    script.offset -= 3_000_000_000L;
    assertThat(watched.look().hz()).isCloseTo(HZ, within(HZ * 1e-6));
  }

  @Test
  void countsStepsBackWithinLookAndBetweenTwo() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.SYSTEM);
    script.backAt = 500;
    assertThat(watched.look().backwards()).isEqualTo(1);
    script.backAt = -1;
    assertThat(watched.look().backwards()).isEqualTo(1);
    script.offset -= 1_000_000_000;
    assertThat(watched.look().backwards()).isEqualTo(2);
  }

  @Test
  void movesAddUp() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.SYSTEM);
    script.placement = new ThreadPlacement(2, 1);
    assertThat(watched.look().moves()).isEqualTo(2);
    script.placement = new ThreadPlacement(3, 0);
    assertThat(watched.look().moves()).isEqualTo(3);
    script.placement = new ThreadPlacement(-1, -1);
    assertThat(watched.look().moves()).isEqualTo(-1);
  }

  @Test
  void watchesLostCounterAsNoOther() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.THREAD);
    script.name = "default-monotonic";
    assertThat(watched.look().problem())
        .isEqualTo("lost; its readings continue with default-monotonic");
    script.name = "scripted";
    assertThat(watched.look().problem()).startsWith("lost");
  }

  @Test
  void exceptionOfCounterIsItsProblem() {
    Script script = new Script();
    WatchedCounter watched = script.watched(Scope.SYSTEM);
    script.name = "";
    assertThat(watched.look().problem())
        .isEqualTo("can no longer be read: java.lang.IllegalStateException: gone for good");
  }
}
