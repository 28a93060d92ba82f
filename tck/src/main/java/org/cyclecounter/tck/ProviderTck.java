// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests whether a provider and its counters keep the contract that the selector relies on, and
 * {@link org.cyclecounter.spi.CycleCounterProvider}, {@link org.cyclecounter.spi.CounterSource} and
 * {@link org.cyclecounter.spi.TickSource} describe. A provider's author writes a subclass:
 *
 * <pre>{@code
 * class MyProviderTest extends ProviderTck {
 *   @Override
 *   protected String provider() {
 *     return "com.example.MyProvider";
 *   }
 * }
 * }</pre>
 *
 * <p>Each rule is a test factory with a test for each counter. All of them are checked in child
 * JVMs with the class path and module path of the tests, before the first test begins: a counter
 * that ends its process, crashes or does not return makes one test fail. The rules after the one
 * that a counter breaks are not checked, and reported as aborted with that reason, as are those of
 * a counter that is not available on this machine.
 *
 * <p>A rule has four times the time of a step of the selection, which the system property {@code
 * org.cyclecounter.probe.seconds} sets: 20 s unless set.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProviderTck {

  private final Map<Integer, List<Outcome>> outcomes = new TreeMap<>();

  /** For subclasses. */
  protected ProviderTck() {}

  /**
   * Names the provider.
   *
   * @return the name of its class; this process does not load it
   */
  protected abstract String provider();

  /**
   * Returns whether {@link java.util.ServiceLoader} has to find the provider.
   *
   * @return true unless overridden; false for a provider that only a program or a bundle hands over
   */
  protected boolean isService() {
    return true;
  }

  /**
   * Checks every rule.
   *
   * @throws Exception if no child JVM can be started
   */
  @BeforeAll
  public final void checkInChildJvms() throws Exception {
    for (Outcome outcome : ChildJvm.run(provider(), isService())) {
      outcomes.computeIfAbsent(outcome.counter(), unused -> new ArrayList<>()).add(outcome);
    }
  }

  private Stream<DynamicTest> tests(Rule rule, TestInfo info) {
    List<Integer> counters = new ArrayList<>(outcomes.keySet());
    if (rule.isOfProvider() || counters.size() == 1) {
      return Stream.of(test(rule, info, Outcome.PROVIDER));
    }
    counters.remove((Integer) Outcome.PROVIDER);
    return counters.stream().map(counter -> test(rule, info, counter));
  }

  /** The outcome of a rule that was not reached is that of the last one that was. */
  private DynamicTest test(Rule rule, TestInfo info, int counter) {
    List<Outcome> all = outcomes.getOrDefault(counter, List.of());
    Outcome first = all.get(0);
    Outcome last = all.get(all.size() - 1);
    String name =
        counter == Outcome.PROVIDER
            ? provider()
            : first.text().isEmpty() ? "counter " + (counter + 1) : first.text();
    return dynamicTest(
        name,
        () -> {
          Outcome own =
              all.stream().filter(o -> o.rule() == rule).reduce(last, (before, after) -> after);
          if (own.rule() == rule && own.state() == Outcome.State.BROKEN) {
            fail(
                name
                    + (counter == Outcome.PROVIDER ? "" : " of " + provider())
                    + " breaks the rule \""
                    + info.getDisplayName()
                    + "\": "
                    + own.text());
          }
          String reason =
              own.rule() == rule
                  ? own.text()
                  : own.state() == Outcome.State.BROKEN
                      ? "an earlier rule is broken: " + own.text()
                      : counter == Outcome.PROVIDER ? "it lists no counter here" : own.text();
          assumeTrue(
              own.rule() == rule && own.state() == Outcome.State.KEPT,
              name + " is not checked: " + reason);
        });
  }

  @TestFactory
  @DisplayName(
      "The provider is a public class with a public constructor without parameters, which works in"
          + " any process")
  public final Stream<DynamicTest> create(TestInfo info) {
    return tests(Rule.CREATED, info);
  }

  @TestFactory
  @DisplayName("ServiceLoader finds the provider")
  public final Stream<DynamicTest> find(TestInfo info) {
    return tests(Rule.FOUND, info);
  }

  @TestFactory
  @DisplayName("counters() returns the same list each time, without null, of 256 counters at most")
  public final Stream<DynamicTest> list(TestInfo info) {
    return tests(Rule.LISTED, info);
  }

  @TestFactory
  @DisplayName("A name is unique, and 1 to 64 letters, digits, hyphens, dots or underscores")
  public final Stream<DynamicTest> name(TestInfo info) {
    return tests(Rule.NAMED, info);
  }

  @TestFactory
  @DisplayName("kind(), scope(), bits() and mayCrash() describe the counter, always alike")
  public final Stream<DynamicTest> describe(TestInfo info) {
    return tests(Rule.DESCRIBED, info);
  }

  @TestFactory
  @DisplayName("open() returns a source, or says in one sentence why it cannot")
  public final Stream<DynamicTest> open(TestInfo info) {
    return tests(Rule.OPENED, info);
  }

  @TestFactory
  @DisplayName(
      "scaling(), counted(), instruction() and entryPoint() are there once the counter is open")
  public final Stream<DynamicTest> explain(TestInfo info) {
    return tests(Rule.EXPLAINED, info);
  }

  @TestFactory
  @DisplayName("A counter whose mayCrash() returns false does not end or block its process")
  public final Stream<DynamicTest> doesNotCrash(TestInfo info) {
    return tests(Rule.HONEST, info);
  }

  @TestFactory
  @DisplayName(
      "The entry point is a leaf function that returns and preserves its caller's registers")
  public final Stream<DynamicTest> callsLeafFunctions(TestInfo info) {
    return tests(Rule.LEAF, info);
  }

  @TestFactory
  @DisplayName("ticks(), startTicks() and stopTicks() return, and throw nothing")
  public final Stream<DynamicTest> read(TestInfo info) {
    return tests(Rule.READ, info);
  }

  @TestFactory
  @DisplayName(
      "The counter changes nothing in the process, prints nothing and leaves no thread behind")
  public final Stream<DynamicTest> doesNoHarm(TestInfo info) {
    return tests(Rule.HARMLESS, info);
  }

  @TestFactory
  @DisplayName("A selection can afford its readings")
  public final Stream<DynamicTest> isCheap(TestInfo info) {
    return tests(Rule.CHEAP, info);
  }

  @TestFactory
  @DisplayName("Millions of reads return, and throw nothing")
  public final Stream<DynamicTest> lasts(TestInfo info) {
    return tests(Rule.LASTING, info);
  }

  @TestFactory
  @DisplayName("Readings never decrease, and rise steadily with time, not with the calls")
  public final Stream<DynamicTest> rises(TestInfo info) {
    return tests(Rule.RISING, info);
  }

  @TestFactory
  @DisplayName("Readings rise as fast as a scaling in ticks per second says")
  public final Stream<DynamicTest> keepsItsRate(TestInfo info) {
    return tests(Rule.RATED, info);
  }

  @TestFactory
  @DisplayName("Ordered reads are on the scale of plain ones")
  public final Stream<DynamicTest> isOrdered(TestInfo info) {
    return tests(Rule.ORDERED, info);
  }

  @TestFactory
  @DisplayName("A read allocates nothing")
  public final Stream<DynamicTest> allocatesNothing(TestInfo info) {
    return tests(Rule.FRUGAL, info);
  }

  @TestFactory
  @DisplayName("A counter of 32 bits wraps there, and one of 64 bits does not")
  public final Stream<DynamicTest> wraps(TestInfo info) {
    return tests(Rule.WIDE, info);
  }

  @TestFactory
  @DisplayName("open() returns an independent source each time")
  public final Stream<DynamicTest> opensIndependently(TestInfo info) {
    return tests(Rule.INDEPENDENT, info);
  }

  @TestFactory
  @DisplayName("Many threads can read one source")
  public final Stream<DynamicTest> isShared(TestInfo info) {
    return tests(Rule.SHARED, info);
  }

  @TestFactory
  @DisplayName(
      "Readings of scope SYSTEM compare across threads, those of scope THREAD count one thread")
  public final Stream<DynamicTest> keepsItsScope(TestInfo info) {
    return tests(Rule.SCOPED, info);
  }

  @TestFactory
  @DisplayName("A source can be closed while threads read it")
  public final Stream<DynamicTest> closesUnderReaders(TestInfo info) {
    return tests(Rule.CLOSED, info);
  }

  @TestFactory
  @DisplayName("A counter that is opened and closed leaves no descriptor, thread or process behind")
  public final Stream<DynamicTest> leavesNothing(TestInfo info) {
    return tests(Rule.TIDY, info);
  }

  @TestFactory
  @DisplayName("The selector accepts the counter, probed in a child JVM")
  public final Stream<DynamicTest> isSelected(TestInfo info) {
    return tests(Rule.SELECTED, info);
  }
}
