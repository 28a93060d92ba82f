// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.cyclecounter.selector.Raising.raise;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** The tests' own library, and counters that misbehave, each under its own name. */
public final class CrashProvider implements CycleCounterProvider {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-crash-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** For another process to create its own. */
  public CrashProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        counter("healthy-1", () -> System::nanoTime),
        counter("out-of-memory", () -> () -> raise(new OutOfMemoryError("on purpose"))),
        counter("nesting", CrashProvider::nest));
  }

  /** Probes another counter; the outcome is the reason why this one cannot be opened. */
  private static TickSource nest() {
    String why = Candidates.reasons(new CrashProvider(), "healthy-1").get("healthy-1");
    return raise(new CounterUnavailableException(why));
  }

  private static TestCounter counter(String name, TestCounter.Opener opener) {
    return new TestCounter(name, CounterKind.ON_CORE, opener).mayCrash(true);
  }
}
