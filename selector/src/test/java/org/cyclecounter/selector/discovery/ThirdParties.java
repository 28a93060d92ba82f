// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.cyclecounter.selector.Raising.raise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;

/** Third parties' providers, which a child JVM finds on its class path. */
public final class ThirdParties {

  /** The providers of which code has run in this process, by the simple names of their classes. */
  public static final Set<String> RAN_HERE = ConcurrentHashMap.newKeySet();

  private ThirdParties() {}

  /** Makes discovery find these, until {@link #forget}. */
  public static void find(Class<?>... types) {
    RAN_HERE.clear();
    List<ProviderHandle> handles = new ArrayList<>();
    for (Class<?> type : types) {
      handles.add(Found.service(type));
    }
    org.cyclecounter.selector.discovery.Found.setContainer(() -> handles);
  }

  /** Returns the provider of a handle, created here. */
  public static FoundProvider provider(ProviderHandle handle) {
    return new FoundProvider(handle, null).ask();
  }

  /** Makes discovery search the path again. */
  public static void forget() {
    org.cyclecounter.selector.discovery.Found.setContainer(null);
  }

  /**
   * A provider that is listed somewhere.
   *
   * @param loaded is not initialised
   */
  public record Found(
      String type, boolean isFound, Class<?> loaded, Callable<CycleCounterProvider> creation)
      implements ProviderHandle {
    /** One that was found, and is not initialised. */
    static Found service(Class<?> type) {
      return new Found(
          type.getName(),
          true,
          type,
          () -> (CycleCounterProvider) type.getConstructor().newInstance());
    }

    @Override
    public CycleCounterProvider call() throws Exception {
      return creation.call();
    }
  }

  private static boolean isChild() {
    return ParentLink.isConnected();
  }

  private static TestCounter clock(String name) {
    return new TestCounter(name, CounterKind.ON_CORE, () -> System::nanoTime);
  }

  /** Lists one counter, of its own name. */
  private abstract static class One implements CycleCounterProvider {
    TickSource open() throws CounterUnavailableException {
      return System::nanoTime;
    }

    /** As other-scope of {@code OtherScope}. */
    final String name() {
      return getClass().getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @Override
    public List<CounterSource> counters() {
      return List.of(counter());
    }

    TestCounter counter() {
      return new TestCounter(name(), CounterKind.ON_CORE, this::open);
    }
  }

  /** Says in which process it was opened. */
  public static class First extends One {
    @Override
    TickSource open() {
      return raise(new CounterUnavailableException("opened in " + ProcessHandle.current().pid()));
    }
  }

  /** As {@link First}. */
  public static class Second extends First {}

  /** Works, at a cost of thousands of cycles a read. */
  public static class Slow extends One {
    @Override
    TickSource open() {
      return Slow::read;
    }

    private static long read() {
      long now = 0;
      for (int i = 0; i < 100; i++) {
        now = System.nanoTime();
      }
      return now;
    }
  }

  /** Works everywhere; its list has a null. */
  public static class Sound implements CycleCounterProvider {
    /** For discovery. */
    public Sound() {
      RAN_HERE.add("Sound");
    }

    @Override
    public List<CounterSource> counters() {
      return Arrays.asList(null, clock("sound-1"), clock("sound-2"));
    }
  }

  /** Lists a counter here of another scope than in a child. */
  public static class OtherScope extends One {
    @Override
    TestCounter counter() {
      return super.counter().within(isChild() ? Scope.THREAD : Scope.SYSTEM);
    }
  }

  /** Lists its counters here in another order than in a child, and one more. */
  public static class OtherOrder implements CycleCounterProvider {
    @Override
    public List<CounterSource> counters() {
      return List.of(clock("order-" + (isChild() ? 1 : 2)), clock("order-" + (isChild() ? 2 : 1)));
    }
  }

  /** Needs an object of the program. */
  public static class NeedsProgram extends One {
    /** For discovery. */
    public NeedsProgram() {
      RAN_HERE.add("NeedsProgram");
      if (isChild()) {
        throw new IllegalStateException("no device");
      }
    }
  }
}
