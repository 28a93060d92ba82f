// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.Collections;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.stream.IntStream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;

/** Providers that fail as such. */
public final class BadProviders {

  private static final int MANY = 10_000;

  private BadProviders() {}

  /** Fails in {@code counters()} as the class's name says. */
  private abstract static class Provider implements CycleCounterProvider {
    @Override
    public List<CounterSource> counters() {
      switch (getClass().getSimpleName()) {
        case "EndlessCounters" -> Way.spin();
        case "BlockedCounters" -> Way.sleep();
        case "FailedCounters" -> throw new IllegalStateException("on purpose");
        case "NullCounter" -> {
          return Collections.singletonList(null);
        }
        case "NullCounters" -> {
          return null;
        }
        case "TenThousand" -> {
          return IntStream.range(0, MANY).mapToObj(BadProviders::unavailable).toList();
        }
        default -> {}
      }
      return List.of();
    }
  }

  private static CounterSource unavailable(int number) {
    return Fault.opening(
        "fault-many-" + number,
        () -> {
          throw new CounterUnavailableException("one of ten thousand");
        });
  }

  public static final class BlockedConstructor extends Provider {
    public BlockedConstructor() {
      Way.sleep();
    }
  }

  public static final class FailedConstructor extends Provider {
    public FailedConstructor() {
      throw new ServiceConfigurationError("on purpose");
    }
  }

  /** Leaves a thread that keeps the process from exiting. */
  public static final class LeavingConstructor extends Provider {
    public LeavingConstructor() {
      new Thread(Way::sleep, "left-behind").start();
    }

    @Override
    public List<CounterSource> counters() {
      return List.of(Fault.reading("fault-constructor-thread", System::nanoTime));
    }
  }

  public static final class FailedInitializer extends Provider {
    static final int NUMBER = Integer.parseInt("on purpose");
  }

  public static final class PrivateConstructor extends Provider {
    private PrivateConstructor() {}
  }

  public static final class ArgumentConstructor extends Provider {
    public ArgumentConstructor(int number) {
      assert number > 0;
    }
  }

  /** A class that a service file lists although it is no provider. */
  public static final class NotAProvider {}

  /** Lists no counters, which is no fault. */
  public static final class NoCounters extends Provider {}

  public static final class EndlessCounters extends Provider {}

  public static final class BlockedCounters extends Provider {}

  public static final class FailedCounters extends Provider {}

  public static final class NullCounters extends Provider {}

  public static final class NullCounter extends Provider {}

  public static final class TenThousand extends Provider {}

  /** A good provider that no service file lists. */
  public static final class Unlisted extends Provider {
    @Override
    public List<CounterSource> counters() {
      return List.of(Fault.reading("fault-unlisted", Fault::coarseTicks).coarse());
    }
  }
}
