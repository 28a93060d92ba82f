// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The faulty counters on the class path, those of com.example.faults, and the others. */
final class Faults {

  /**
   * They work: one fills this process's output with every reading, one throws after millions of
   * them, and one begins below zero. Those that lie end the process of whoever hands them over.
   */
  static final String NEVER = "fault-(garbage|later-exception|from-min-value|lying-.*|after-null)";

  /** Each blocks a thread for ever that nobody can end, or takes as long as a whole selection. */
  private static final String BLOCKING = ".*\\$(Blocked.*|Endless.*|TenThousand)";

  /** Each ends the process that makes it: found ones are made elsewhere, these are handed over. */
  private static final String ENDING = ".*EndingProviders\\$.*";

  private final List<CycleCounterProvider> own = new ArrayList<>();
  private final List<CycleCounterProvider> all = new ArrayList<>();
  private final Set<String> faults = new TreeSet<>();

  Faults(String without) {
    List<CycleCounterProvider> faulty = new ArrayList<>();
    var services = ServiceLoader.load(CycleCounterProvider.class).stream().iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          break;
        }
        var service = services.next();
        String type = service.type().getName();
        if (type.startsWith("org.cyclecounter.")) {
          own.add(service.get());
        } else if (!type.matches(BLOCKING) && !type.matches(ENDING)) {
          faulty.add(service.get());
        }
      } catch (ServiceConfigurationError e) {
        continue; // one that cannot be loaded or made: no counters
      }
    }
    if (faulty.isEmpty()) {
      throw new IllegalStateException("no JAR of faulty counters is on the class path");
    }
    all.addAll(own);
    all.addAll(faulty);
    Pattern left = Pattern.compile(NEVER + "|" + without);
    for (CycleCounterProvider provider : faulty) {
      for (CounterSource source : counters(provider)) {
        String name = name(source);
        if (name != null && !left.matcher(name).matches()) {
          faults.add(name);
        }
      }
    }
  }

  /** Null of one that cannot be asked for by name. */
  private static String name(CounterSource source) {
    try {
      return source == null ? null : source.name();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static List<CounterSource> counters(CycleCounterProvider provider) {
    try {
      List<CounterSource> counters = provider.counters();
      return counters == null ? List.of() : counters;
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  /** This project's providers. */
  List<CycleCounterProvider> ownProviders() {
    return own;
  }

  /** All of them. */
  List<CycleCounterProvider> providers() {
    return all;
  }

  /** The names of the faulty counters. */
  List<String> names() {
    return List.copyOf(faults);
  }
}
