// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import java.util.Objects;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** One of the counters of the faults' JAR, of which the tests have no class to compile with. */
public final class OneFault implements CycleCounterProvider {

  /** A counter's name in the environment, which a child process has too. */
  public static final String NAME = "ONE_FAULT";

  /** After how many reads {@code fault-stops-returning} stops, in the environment. */
  public static final String LIMIT = "EXAMPLE_FAULTS_LIMIT";

  private static final String FAULTS = "com.example.faults.NativeFaults";

  /** For another process to make its own. */
  public OneFault() {}

  @Override
  public List<CounterSource> counters() {
    String name = Objects.requireNonNull(System.getenv(NAME), NAME);
    try {
      Object faults = Class.forName(FAULTS).getConstructor().newInstance();
      return ((CycleCounterProvider) faults)
          .counters().stream().filter(counter -> counter.name().equals(name)).toList();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(FAULTS + " is not on the path", e);
    }
  }
}
