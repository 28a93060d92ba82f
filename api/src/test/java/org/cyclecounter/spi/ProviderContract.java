// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests what every family's provider lists and its counters say of themselves; one subclass for
 * each, in its own module. The kit, module {@code tck}, tests what all counters promise.
 */
public abstract class ProviderContract {

  private final Class<? extends CycleCounterProvider> type;
  private final String here;
  private final Function<String, List<CounterSource>> ofPlace;
  private final List<Row> rows;

  /**
   * A counter's row.
   *
   * @param places the processors or systems that have it
   * @param facts its kind, scope, bits and instruction, or -
   * @param counted what it counts: one of several things where that depends on the machine
   */
  private record Row(String name, List<String> places, String facts, List<String> counted) {
    static Row of(String line) {
      List<String> words = List.of(line.split(" +"));
      return new Row(
          words.get(0),
          List.of(words.get(1).split(",")),
          String.join(" ", words.subList(2, 6)),
          List.of(words.get(6).split("/")));
    }
  }

  /**
   * A provider and its counters.
   *
   * @param here the processor or system of this machine
   * @param ofPlace lists the counters of another
   * @param counters a row for each, in the provider's order: its name, what has it, kind, scope,
   *     bits, instruction or -, what it counts
   */
  protected ProviderContract(
      Class<? extends CycleCounterProvider> type,
      String here,
      Function<String, List<CounterSource>> ofPlace,
      String counters) {
    this.type = type;
    this.here = here;
    this.ofPlace = ofPlace;
    this.rows = counters.lines().map(Row::of).toList();
  }

  /** The open counter; skips the test, with the counter's own reason, where it cannot work. */
  public static TickSource open(CounterSource source) {
    try {
      TickSource open = source.open();
      if (open instanceof NativeTicks natively && natively.probe() != 0) {
        readOnce(open);
      }
      return open;
    } catch (CounterUnavailableException e) {
      String reason = source.name() + " is not available here: " + e.getMessage();
      System.out.println(reason);
      return abort(reason);
    }
  }

  /** A counter that each thread opens for itself may be refused at the first read. */
  private static void readOnce(TickSource open) throws CounterUnavailableException {
    try {
      open.ticks();
    } catch (IllegalStateException e) {
      throw new CounterUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  private List<String> names(String place) {
    return ofPlace.apply(place).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisMachinesCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOf(type)
        .satisfies(
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(here)));
  }

  @Test
  void offersEachPlaceItsCountersInOrder() {
    Set<String> places = new TreeSet<>(Set.of("aarch64", "x86-64", "pdp-11"));
    rows.forEach(row -> places.addAll(row.places));
    for (String place : places) {
      Stream<Row> its =
          rows.stream().filter(row -> row.places.contains(place) || row.places.contains("all"));
      assertThat(names(place)).as(place).isEqualTo(its.map(Row::name).toList());
    }
  }

  /** Asks what it counts before it is opened, too: reports say so of rejected ones. */
  @TestFactory
  Stream<DynamicTest> counterDescribesItself() {
    return rows.stream().map(row -> dynamicTest(row.name, () -> describesItself(row)));
  }

  private void describesItself(Row row) {
    CounterSource source =
        ofPlace.apply(row.places.get(0)).stream()
            .filter(counter -> counter.name().equals(row.name))
            .findFirst()
            .orElseThrow();
    String instruction = source.instruction().isEmpty() ? "-" : source.instruction();
    assertThat("%s %s %s %s".formatted(source.kind(), source.scope(), source.bits(), instruction))
        .isEqualTo(row.facts);
    assertThat(source.counted().name()).isIn(row.counted);
    try (TickSource open = open(source)) {
      open.ticks();
      assertThat(source.counted().name()).isIn(row.counted);
    }
  }
}
