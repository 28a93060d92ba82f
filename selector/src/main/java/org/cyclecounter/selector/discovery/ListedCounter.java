// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.Objects;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a counter that a provider lists; nothing is checked yet.
 *
 * @param source the counter; null if a child JVM has asked it, if the list contains null, or if an
 *     answer threw
 * @param bits the width; 0 if it is not known
 * @param hz the rate in ticks per second; 0 if there is none, or it is not known
 * @param problem the exception of an answer as a sentence; empty if there was none
 */
public record ListedCounter(
    @Nullable CounterSource source,
    @Nullable String name,
    @Nullable CounterKind kind,
    @Nullable Scope scope,
    boolean mayCrash,
    int bits,
    long hz,
    String problem) {

  /** Characters of a valid name: more do not fit into reports. */
  private static final int MAX_NAME = 64;

  /** Characters of an invalid name that a report keeps; a name may be as long as the heap. */
  private static final int MAX_WRONG_NAME = 20_000;

  /** A third party's counter as a child JVM has described it; its provider does not exist here. */
  private record NotCreated(String name, CounterKind kind, Scope scope, Scaling scaling)
      implements CounterSource {
    @Override
    public TickSource open() throws CounterUnavailableException {
      throw new CounterUnavailableException("its provider has not been created in this process");
    }
  }

  /** Makes the answers of an entry that is no counter. */
  static ListedCounter none(String problem) {
    return new ListedCounter(null, null, null, null, true, 0, 0, problem);
  }

  /** Returns why it cannot be a candidate; null if it can. {@code provider} is for people. */
  @Nullable Rejection rejection(String provider) {
    if (source == null && bits == 0 && name == null && kind == null && scope == null) {
      return problem.isEmpty()
          ? Rejection.of(Code.NO_COUNTER, provider)
          : Rejection.of(Code.NOT_DESCRIBED, provider, problem);
    }
    if (name == null || kind == null || scope == null) {
      String missing = name == null ? ", name()" : "";
      missing += (kind == null ? ", kind()" : "") + (scope == null ? ", scope()" : "");
      return Rejection.of(Code.INCOMPLETE, provider, missing.substring(2));
    }
    return hasName() ? null : Rejection.of(Code.BAD_NAME, provider, "" + MAX_NAME);
  }

  /** Returns the name in a report, where tables and pages cut an invalid one. */
  String reportedName(ProviderHandle handle) {
    return name == null
        ? handle.type()
        : ProviderText.clean(name.substring(0, Math.min(name.length(), MAX_WRONG_NAME)));
  }

  /** Returns what another process makes it of by {@link #of}, but for the source. */
  public @Nullable Object[] fields() {
    return new @Nullable Object[] {name, kind, scope, mayCrash, bits, hz, problem};
  }

  /** Makes it of the texts of {@link #fields}, without a source. */
  public static ListedCounter of(@Nullable String[] fields) {
    return new ListedCounter(
        null,
        fields[0],
        fields[1] == null ? null : CounterKind.valueOf(fields[1]),
        fields[2] == null ? null : Scope.valueOf(fields[2]),
        Boolean.parseBoolean(fields[3]),
        Integer.parseInt(fields[4]),
        Long.parseLong(fields[5]),
        String.valueOf(fields[6]));
  }

  /** Makes the candidate of a counter without a {@link #rejection}. */
  Candidate candidate(FoundProvider provider) {
    String named = Objects.requireNonNull(name);
    CounterKind known = Objects.requireNonNull(kind);
    Scope declared = Objects.requireNonNull(scope);
    CounterSource counter = source;
    if (counter == null) {
      Scaling scaling = hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.none();
      counter = new NotCreated(named, known, declared, scaling);
    }
    CycleCounterProvider created = provider.instance();
    boolean isOurs = created != null && Families.has(created.getClass());
    return new Candidate(provider, counter, named, known, declared, mayCrash, isOurs);
  }

  /** Describes it in one line: what must be the same in every process. */
  String text() {
    return hasName()
        ? name + " (" + kind + ", " + scope + ", " + bits + " bits)"
        : "a counter without a valid name"; // is rejected, wherever it is
  }

  private boolean hasName() {
    return name != null && ProviderText.isName(name, MAX_NAME);
  }
}
