// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import com.example.faults.NativeFault.Group;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * Providers that end their process before they have listed a counter, and one that cannot be had.
 */
public final class EndingProviders {

  /** A property of the program, which a child process does not have. */
  static final String DEVICE = "com.example.faults.device";

  private static final int STATUS = 7;

  private EndingProviders() {}

  private static List<CounterSource> one(String name) {
    return List.of(new Fault(name, false, () -> System::nanoTime));
  }

  /** Exits while its class is initialised. */
  public static final class InitializerExits implements CycleCounterProvider {
    static {
      System.exit(STATUS);
    }

    /** For ServiceLoader. */
    public InitializerExits() {}

    @Override
    public List<CounterSource> counters() {
      return one("fault-initializer-exits");
    }
  }

  /** Loads a library that faults while its class is initialised. */
  public static final class InitializerLoads implements CycleCounterProvider {
    static {
      load();
    }

    /** For ServiceLoader. */
    public InitializerLoads() {}

    private static void load() {
      try {
        NativeLibrary.of(
                MethodHandles.lookup(),
                "example-faults-constructor-1",
                path -> System.load(path),
                name -> System.loadLibrary(name))
            .load();
      } catch (CounterUnavailableException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public List<CounterSource> counters() {
      return one("fault-initializer-loads");
    }
  }

  /** Exits in its constructor. */
  public static final class ConstructorExits implements CycleCounterProvider {
    /** For ServiceLoader. */
    public ConstructorExits() {
      System.exit(STATUS);
    }

    @Override
    public List<CounterSource> counters() {
      return one("fault-constructor-exits");
    }
  }

  /** Halts in its constructor. */
  public static final class ConstructorHalts implements CycleCounterProvider {
    /** For ServiceLoader. */
    public ConstructorHalts() {
      Runtime.getRuntime().halt(STATUS);
    }

    @Override
    public List<CounterSource> counters() {
      return one("fault-constructor-halts");
    }
  }

  /** Sends its process SIGABRT in its constructor. */
  public static final class ConstructorAborts implements CycleCounterProvider {
    /** For ServiceLoader. */
    public ConstructorAborts() throws CounterUnavailableException {
      long unused = NativeFault.run(Group.ENDING, NativeFaults.ENDING.indexOf("fault-abort"));
    }

    @Override
    public List<CounterSource> counters() {
      return one("fault-constructor-aborts");
    }
  }

  /** Exits when it is asked for its counters. */
  public static final class CountersExit implements CycleCounterProvider {
    /** For ServiceLoader. */
    public CountersExit() {}

    @Override
    public List<CounterSource> counters() {
      System.exit(STATUS);
      return List.of();
    }
  }

  /** Works in the program only, where its counter exits. */
  public static final class NeedsProperty implements CycleCounterProvider {
    /** For ServiceLoader. */
    public NeedsProperty() {
      Objects.requireNonNull(System.getProperty(DEVICE), DEVICE);
    }

    @Override
    public List<CounterSource> counters() {
      return List.of(exiting("fault-needs-property"));
    }
  }

  /** Has a null in its list before a counter that exits, and says that it cannot. */
  public static final class NullFirst implements CycleCounterProvider {
    /** For ServiceLoader. */
    public NullFirst() {}

    @Override
    public List<CounterSource> counters() {
      return Arrays.asList(null, exiting("fault-after-null"));
    }
  }

  private static CounterSource exiting(String name) {
    return new Fault(
        name,
        false,
        () ->
            () -> {
              System.exit(STATUS);
              return 1;
            });
  }
}
