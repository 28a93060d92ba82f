// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.AfterEach;

/**
 * Everything that service files, bundles, providers and their exceptions say is hostile at once: a
 * report has one clean line of each.
 */
class HostileTextFuzzTest {

  /** In characters: what is cut ends in three dots. */
  private static final int MAX_TEXT = 20_003;

  private static final int MAX_BYTES = 400;

  /** Deeds of a provider, or a counter; the last of a counter's is to throw in {@code open()}. */
  private enum Deed {
    NOT_CREATED,
    NOT_LISTED,
    NAMED,
    NOT_NAMED,
    NOT_SCALED,
    UNAVAILABLE,
    NOT_OPENED
  }

  @AfterEach
  void forget() {
    Found.setContainer(null);
  }

  private static String text(FuzzedDataProvider data) {
    return Fuzzed.chars(data.consumeBytes(data.consumeInt(0, MAX_BYTES)));
  }

  @FuzzTest
  void cleansTextsOfReport(FuzzedDataProvider data) {
    Fuzzed.quiet();
    List<ProviderHandle> handles = new ArrayList<>();
    for (Deed deed : Deed.values()) {
      handles.add(Hostile.of(deed, text(data), text(data), text(data), text(data)));
    }
    Found.setContainer(() -> handles);
    SelectionReport report =
        CycleCounterSelector.builder()
            .isolation(Isolation.NONE)
            .cyclesPerSecond(1_000_000_000)
            .build()
            .select()
            .report();
    assertThat(report.counters()).hasSizeGreaterThan(handles.size());
    for (CounterReport counter : report.counters()) {
      Fuzzed.assertOneLine(counter.name());
      Fuzzed.assertSentence(counter.reason(), MAX_TEXT);
      assertThat(counter.name()).hasSizeLessThanOrEqualTo(MAX_TEXT);
    }
  }

  /** A bundle's provider, and its only counter. */
  private record Hostile(
      Deed deed,
      String type,
      String describe,
      String message,
      RuntimeException exception,
      boolean isFound,
      Class<?> loaded,
      ClassLoader loader,
      CounterKind kind,
      Scope scope)
      implements ProviderHandle, CycleCounterProvider, CounterSource {

    static Hostile of(Deed deed, String type, String bundle, String message, String frame) {
      Exception cause = new IllegalArgumentException(bundle);
      cause.setStackTrace(new StackTraceElement[] {new StackTraceElement(frame, frame, frame, 1)});
      return new Hostile(
          deed,
          type,
          type + " of the bundle " + bundle,
          message,
          new IllegalStateException(message, cause),
          true,
          Hostile.class,
          Hostile.class.getClassLoader(),
          CounterKind.OFF_CORE,
          Scope.SYSTEM);
    }

    private void fail(Deed where) {
      if (deed == where) {
        throw exception;
      }
    }

    @Override
    public CycleCounterProvider call() {
      fail(Deed.NOT_CREATED);
      return this;
    }

    @Override
    public List<CounterSource> counters() {
      fail(Deed.NOT_LISTED);
      return List.of(this);
    }

    @Override
    public String name() {
      fail(Deed.NOT_NAMED);
      return deed == Deed.NAMED ? message : "hostile-" + deed.ordinal();
    }

    @Override
    public Scaling scaling() {
      fail(Deed.NOT_SCALED);
      return Scaling.none();
    }

    @Override
    public TickSource open() throws CounterUnavailableException {
      if (deed == Deed.UNAVAILABLE) {
        throw new CounterUnavailableException(message);
      }
      fail(Deed.NOT_OPENED);
      return System::nanoTime; // NOT_SCALED: its scaling is asked for then
    }
  }
}
