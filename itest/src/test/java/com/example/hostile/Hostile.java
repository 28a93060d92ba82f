// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import com.example.selecting.Counter;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * Providers that change their process when they are created, before any of their counters is
 * opened. Each lists a clock that works.
 */
public final class Hostile {

  private Hostile() {}

  /** The common part of all. */
  abstract static class Provider implements CycleCounterProvider {
    final String name = "hostile-" + getClass().getSimpleName().toLowerCase(Locale.ROOT);

    @Override
    public final List<CounterSource> counters() {
      return List.of(
          new Counter(name, CounterKind.FIXED_RESOLUTION, false, () -> System::nanoTime));
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

  /** Takes over exceptions that nobody catches. */
  public static final class Uncaught extends Provider {
    /** For ServiceLoader. */
    public Uncaught() {
      Thread.setDefaultUncaughtExceptionHandler((thread, e) -> Runtime.getRuntime().halt(9));
    }
  }

  /** A thread that keeps the process from exiting. */
  public static final class Stays extends Provider {
    /** For ServiceLoader. */
    public Stays() {
      new Thread(Hostile::sleep, name).start();
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      return; // sooner than it wants
    }
  }
}
