// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * Providers that change their process when they are created, before any of their counters is
 * opened. Each lists a clock that works.
 */
public final class Hostile {

  private Hostile() {}

  /** The common part of all. */
  abstract static class Provider implements CycleCounterProvider, CounterSource {
    @Override
    public final List<CounterSource> counters() {
      return List.of(this);
    }

    @Override
    public final String name() {
      return "hostile-" + getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    @Override
    public final CounterKind kind() {
      return CounterKind.ON_CORE;
    }

    @Override
    public final Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public final Scaling scaling() {
      return Scaling.ticksPerSecond(1_000_000_000);
    }

    @Override
    public final boolean mayCrash() {
      return false;
    }

    @Override
    public final TickSource open() {
      return System::nanoTime;
    }

    final void start(Runnable task) {
      Thread thread = new Thread(task, name());
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Removes all system properties. */
  public static final class NoProperties extends Provider {
    /** For ServiceLoader. */
    public NoProperties() {
      System.setProperties(new Properties());
    }
  }

  /** Changes the default locale and time zone. */
  public static final class Places extends Provider {
    /** For ServiceLoader. */
    public Places() {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
    }
  }

  /** Takes the standard input. */
  public static final class Input extends Provider {
    /** For ServiceLoader. */
    public Input() {
      System.setIn(InputStream.nullInputStream());
    }
  }

  /** Closes the standard output. */
  public static final class Output extends Provider {
    /** For ServiceLoader. */
    public Output() {
      System.out.close();
    }
  }

  /** Replaces the standard error. */
  public static final class ErrorOutput extends Provider {
    /** For ServiceLoader. */
    public ErrorOutput() {
      System.setErr(new PrintStream(PrintStream.nullOutputStream()));
    }
  }

  /** Takes over exceptions that nobody catches. */
  public static final class Uncaught extends Provider {
    /** For ServiceLoader. */
    public Uncaught() {
      Thread.setDefaultUncaughtExceptionHandler((thread, e) -> Runtime.getRuntime().halt(9));
    }
  }

  /** A daemon thread that ends the process later. */
  public static final class Daemon extends Provider {
    /** So many milliseconds later. */
    public static final int AFTER_MS = 4_000;

    /** For ServiceLoader. */
    public Daemon() {
      start(
          () -> {
            pause(AFTER_MS);
            Runtime.getRuntime().halt(9);
          });
    }
  }

  /** A thread that keeps the process from exiting. */
  public static final class Stays extends Provider {
    /** For ServiceLoader. */
    public Stays() {
      new Thread(Hostile::sleep, name()).start();
    }
  }

  /** Most of a child's heap, for good. */
  public static final class Heap extends Provider {
    private final byte[][] kept = new byte[20][];

    /** For ServiceLoader. */
    public Heap() {
      for (int i = 0; i < kept.length; i++) {
        kept[i] = new byte[1 << 20];
        Arrays.fill(kept[i], (byte) i);
      }
    }
  }

  /** Prints megabytes. */
  public static final class Flood extends Provider {
    /** For ServiceLoader. */
    public Flood() {
      String line = "x".repeat(100_000);
      for (int i = 0; i < 200; i++) {
        System.out.println(line);
      }
    }
  }

  /** Holds monitors that others may need. */
  public static final class Monitors extends Provider {
    /** For ServiceLoader. */
    public Monitors() {
      start(
          () -> {
            synchronized (CycleCounterProvider.class) {
              synchronized (CounterSource.class) {
                sleep();
              }
            }
          });
      pause(200);
    }
  }

  private static void sleep() {
    while (true) {
      pause(60_000);
    }
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      return; // sooner than it wants
    }
  }
}
