package org.cyclecounter.selector.discovery;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.jspecify.annotations.Nullable;

/**
 * What a counter said of itself, as it was said; nothing is checked yet. Where there is no counter
 * to describe, the source is null; {@code problem} is what it threw instead, as a sentence.
 */
record CounterDescription(
    @Nullable CounterSource source,
    @Nullable String name,
    @Nullable CounterKind kind,
    @Nullable Scope scope,
    boolean mayCrash,
    String problem) {

  /** Asks a counter, which is third-party code. */
  static CounterDescription of(@Nullable CounterSource source) {
    if (source == null) {
      return none("");
    }
    String call = "name()";
    try {
      String name = source.name();
      call = "kind()";
      CounterKind kind = source.kind();
      call = "scope()";
      Scope scope = source.scope();
      call = "mayCrash()";
      return new CounterDescription(source, name, kind, scope, source.mayCrash(), "");
    } catch (RuntimeException | Error e) {
      Log.debug("a counter cannot be described", e);
      return none(Reasons.of(call, e)); // here, because a message is third-party code, too
    }
  }

  private static CounterDescription none(String problem) {
    return new CounterDescription(null, null, null, null, true, problem);
  }
}
