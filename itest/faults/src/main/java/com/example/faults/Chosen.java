// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * The counters that the environment variable FAULTS names, with commas between; a name may end with
 * an asterisk. A test names this provider; no service file does.
 */
public class Chosen implements CycleCounterProvider {

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
    List<CounterSource> chosen =
        all()
            .flatMap(provider -> provider.counters().stream())
            .filter(counter -> names.stream().anyMatch(name -> isNamed(counter, name)))
            .toList();
    String type = getClass().getSimpleName();
    return IntStream.range(0, chosen.size())
        .filter(i -> type.equals("Chosen") || type.equals(i % 2 == 0 ? "Even" : "Odd"))
        .mapToObj(chosen::get)
        .toList();
  }

  /** Every second of them. */
  public static final class Even extends Chosen {}

  /** The others. */
  public static final class Odd extends Chosen {}

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
