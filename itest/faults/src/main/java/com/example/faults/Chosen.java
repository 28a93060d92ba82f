// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * The counters that the environment variable FAULTS names, with commas between; a name may end with
 * an asterisk. A test names this provider; no service file does.
 */
public final class Chosen implements CycleCounterProvider {

  private static Stream<CycleCounterProvider> all() {
    return Stream.of(
        new DescribedFaults(),
        new JavaFaults(),
        new NativeFaults(),
        new Careless(),
        new JavaMistakes(),
        new NativeMistakes());
  }

  @Override
  public List<CounterSource> counters() {
    List<String> names = List.of(System.getenv("FAULTS").split(","));
    return all()
        .flatMap(provider -> provider.counters().stream())
        .filter(counter -> names.stream().anyMatch(name -> isNamed(counter, name)))
        .toList();
  }

  private static boolean isNamed(CounterSource counter, String pattern) {
    try {
      String name = counter.name();
      return pattern.endsWith("*")
          ? name.startsWith(pattern.substring(0, pattern.length() - 1))
          : name.equals(pattern);
    } catch (RuntimeException e) {
      return false; // it is faulty itself
    }
  }
}
