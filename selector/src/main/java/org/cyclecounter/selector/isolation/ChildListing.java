// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.ListedProvider;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.discovery.ProviderListing.Counter;
import org.cyclecounter.spi.Scaling;
import org.jspecify.annotations.Nullable;

/** Carries the answers of a stranger from the child JVM that asks it for its counters. */
final class ChildListing {

  /** Fields of a listed counter before its name, which may be any text. */
  private static final int FIELDS = 5;

  private ChildListing() {}

  /**
   * Makes the listing of a provider.
   *
   * @param more the number of counters beyond these; -1 if there is no list
   */
  static ProviderListing of(ProviderHandle provider, List<Counter> counters, String more) {
    int count = (int) number(more);
    return count < 0
        ? ProviderListing.ofChild(provider, null, 0)
        : ProviderListing.ofChild(provider, List.copyOf(counters), count);
  }

  static void add(List<Counter> counters, Counter counter) {
    if (counters.size() < ProviderListing.MAX_COUNTERS) { // a provider has written to the pipe
      counters.add(counter);
    }
  }

  /** Formats a listed counter, in the child; {@link #counter} reads it in the parent. */
  static String text(Counter counter) {
    StringBuilder text = new StringBuilder();
    text.append(counter.kind()).append(' ').append(counter.scope()).append(' ');
    text.append(counter.bits()).append(' ').append(counter.mayCrash()).append(' ');
    text.append(counter.hz()).append(counter.name() == null ? "" : " " + counter.name());
    return text.toString();
  }

  static Counter counter(String text) {
    String[] fields = text.split(" ", FIELDS + 1);
    if (fields.length < FIELDS) {
      return Counter.none(""); // a provider has written to the pipe
    }
    String name = fields.length > FIELDS ? fields[FIELDS] : null;
    CounterKind kind = constant(CounterKind.values(), fields[0]);
    Scope scope = constant(Scope.values(), fields[1]);
    int bits = (int) number(fields[2]);
    boolean mayCrash = !fields[3].equals("false");
    long hz = number(fields[4]);
    Scaling scaling = hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.none();
    // The source's own null answers are rejected with the candidate's: these are not read then.
    ListedProvider.Counter source =
        new ListedProvider.Counter(
            name == null ? "" : name,
            kind == null ? CounterKind.OFF_CORE : kind,
            scope == null ? Scope.THREAD : scope,
            mayCrash,
            scaling);
    return new Counter(source, name, kind, scope, mayCrash, bits, hz, "");
  }

  private static <T extends Enum<T>> @Nullable T constant(T[] values, String name) {
    for (T value : values) {
      if (value.name().equals(name)) {
        return value;
      }
    }
    return null;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0; // a provider has written to the pipe
    }
  }
}
