// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * A provider whose every text is hostile: names, messages of exceptions, instructions, threads, the
 * class names of stack traces.
 */
public final class HostileText implements CycleCounterProvider {

  private final Random random = new Random(1);

  /** For a service loader. */
  public HostileText() {}

  /**
   * Makes a text of up to 40 words, each a hostile character in plain ones; or a hundred kilobytes
   * of it.
   */
  public static String text(Random random, boolean isLong) {
    int[] hostile = {
      0x07, 0x08, '\n', '\r', 0x1b, 0x7f, 0x85, 0x9b, 0x9d, 0xad, 0x200b, 0x200e, 0x2028, 0x2029,
      0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0xd800, 0xdc00, 0xe0001, '\t', 0
    };
    StringBuilder text = new StringBuilder("begin");
    int words = isLong ? 20_000 : 1 + random.nextInt(40);
    for (int i = 0; i < words; i++) {
      int c = hostile[random.nextInt(hostile.length)];
      text.append("x");
      if (c < 0x10000) {
        text.append((char) c); // a half of a pair, too
      } else {
        text.appendCodePoint(c);
      }
      text.append("[2J");
    }
    return text.toString();
  }

  private String text() {
    return text(random, random.nextInt(10) == 0);
  }

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    counters.add(new Counter(text(), 0));
    for (int i = 0; i < 8; i++) {
      counters.add(new Counter("hostile-" + i, i));
    }
    return counters;
  }

  private final class Counter implements CounterSource {
    private final String name;
    private final int kind;

    Counter(String name, int kind) {
      this.name = name;
      this.kind = kind;
    }

    private void fail(int when) {
      if (kind == when) {
        IllegalStateException thrown =
            new IllegalStateException(text(), new IllegalArgumentException(text()));
        thrown.setStackTrace(
            new StackTraceElement[] {new StackTraceElement(text(), text(), text(), 1)});
        throw thrown;
      }
    }

    @Override
    public String name() {
      fail(1);
      return name;
    }

    @Override
    public CounterKind kind() {
      return CounterKind.OFF_CORE;
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      fail(2);
      return Scaling.none();
    }

    @Override
    public Counted counted() {
      fail(3);
      return Counted.TICKS;
    }

    @Override
    public String instruction() {
      return text();
    }

    @Override
    public TickSource open() throws CounterUnavailableException {
      if (kind == 4) {
        throw new CounterUnavailableException(text());
      }
      if (kind == 5) { // leaves a thread behind
        new Thread(() -> LockSupport.parkNanos(5_000_000_000L), text()).start();
      }
      fail(6);
      return System::nanoTime;
    }
  }
}
