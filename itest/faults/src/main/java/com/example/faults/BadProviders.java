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

  private BadProviders() {}

  /** Cannot be made in any time. */
  public static final class BlockedConstructor extends NoCounters {
    /** Never returns. */
    public BlockedConstructor() {
      JavaFaults.sleep();
    }
  }

  /** Cannot be loaded. */
  public static final class FailedConstructor extends NoCounters {
    /** Throws. */
    public FailedConstructor() {
      throw new ServiceConfigurationError("on purpose");
    }
  }

  /** Cannot be initialised. */
  public static final class FailedInitializer implements CycleCounterProvider {
    private static final int NUMBER = Integer.parseInt("on purpose");

    /** For ServiceLoader. */
    public FailedInitializer() {}

    @Override
    public List<CounterSource> counters() {
      return List.of(new Fault("fault-initializer-" + NUMBER, false, () -> System::nanoTime));
    }
  }

  /** Cannot be made: nobody may. */
  public static final class PrivateConstructor extends NoCounters {
    private PrivateConstructor() {}
  }

  /** Cannot be made: nobody knows with what. */
  public static final class ArgumentConstructor extends NoCounters {
    /** Needs something. */
    public ArgumentConstructor(int number) {
      assert number > 0;
    }
  }

  /** Is no provider, although it is listed as one. */
  public static final class NotAProvider {
    /** For ServiceLoader. */
    public NotAProvider() {}
  }

  /** Has no counters, which is no fault. */
  public static class NoCounters implements CycleCounterProvider {
    /** For ServiceLoader. */
    public NoCounters() {}

    @Override
    public List<CounterSource> counters() {
      return List.of();
    }
  }

  /** Never ends its list, and cannot be interrupted. */
  public static final class EndlessCounters implements CycleCounterProvider {
    /** For ServiceLoader. */
    public EndlessCounters() {}

    @Override
    public List<CounterSource> counters() {
      JavaFaults.loopInTheProgram();
      return List.of();
    }
  }

  /** Can be made, but not asked in any time. */
  public static final class BlockedCounters implements CycleCounterProvider {
    /** For ServiceLoader. */
    public BlockedCounters() {}

    @Override
    public List<CounterSource> counters() {
      JavaFaults.sleep();
      return List.of();
    }
  }

  /** Cannot be asked. */
  public static final class FailedCounters implements CycleCounterProvider {
    /** For ServiceLoader. */
    public FailedCounters() {}

    @Override
    public List<CounterSource> counters() {
      throw new IllegalStateException("on purpose");
    }
  }

  /** Has no list. */
  public static final class NullCounters implements CycleCounterProvider {
    /** For ServiceLoader. */
    public NullCounters() {}

    @Override
    public List<CounterSource> counters() {
      return null;
    }
  }

  /** Has nothing in its list. */
  public static final class NullCounter implements CycleCounterProvider {
    /** For ServiceLoader. */
    public NullCounter() {}

    @Override
    public List<CounterSource> counters() {
      return Collections.singletonList(null);
    }
  }

  /** Has more counters than anybody will wait for; trying one costs next to nothing. */
  public static final class TenThousand implements CycleCounterProvider {
    private static final List<CounterSource> COUNTERS =
        IntStream.range(0, 10_000).<CounterSource>mapToObj(TenThousand::counter).toList();

    /** For another process to make its own. */
    public TenThousand() {}

    private static Fault counter(int number) {
      return new Fault(
          "fault-many-" + number,
          true,
          () -> {
            throw new CounterUnavailableException("one of ten thousand");
          });
    }

    @Override
    public List<CounterSource> counters() {
      return COUNTERS;
    }
  }
}
