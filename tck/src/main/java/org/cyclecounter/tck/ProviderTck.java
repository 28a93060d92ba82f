// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.cyclecounter.tck.Outcome.State;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

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
 * <p>Each rule has a test for each counter. All of them are checked in child JVMs with the class
 * path and module path of the tests: a counter that ends its process, crashes or does not return
 * makes one test fail. The rules after the one that a counter breaks are not checked, and reported
 * as aborted with that reason, as are those of a counter that is not available on this machine.
 *
 * <p>A rule has four times the time of a step of the selection, which the system property {@code
 * org.cyclecounter.probe.seconds} sets: 20 s unless set.
 *
 * @since 0.1.0
 */
public abstract class ProviderTck {

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
   * Checks every rule in child JVMs.
   *
   * @return a container for each rule, with a test for each counter, or one for the provider
   * @throws Exception if no child JVM can be started
   */
  @TestFactory
  @DisplayName("keeps each rule of the contract")
  public final List<DynamicNode> rules() throws Exception {
    Map<Integer, List<Outcome>> outcomes = new TreeMap<>();
    for (Outcome outcome : CheckJvm.run(provider(), isService())) {
      outcomes.computeIfAbsent(outcome.counter(), unused -> new ArrayList<>()).add(outcome);
    }
    List<DynamicNode> rules = new ArrayList<>();
    for (Rule rule : Rule.values()) {
      boolean isOfProvider = rule.isOfProvider() || outcomes.size() == 1;
      rules.add(
          dynamicContainer(
              rule.sentence(),
              outcomes.entrySet().stream()
                  .filter(entry -> isOfProvider == (entry.getKey() == Outcome.PROVIDER))
                  .map(entry -> test(rule, entry.getValue()))));
    }
    return rules;
  }

  private DynamicTest test(Rule rule, List<Outcome> outcomes) {
    String name =
        last(outcomes, outcome -> outcome.state() == State.BEGUN).map(Outcome::text).orElseThrow();
    return dynamicTest(
        name,
        () -> {
          Optional<Outcome> own = last(outcomes, outcome -> outcome.rule() == rule);
          State state = own.map(Outcome::state).orElse(State.NOT_CHECKED);
          // A rule that was not reached is aborted for the reason that ended the checks.
          String reason =
              own.or(() -> last(outcomes, outcome -> outcome.state().isLast()))
                  .map(Outcome::text)
                  .orElse("it lists no counter here");
          if (state == State.BROKEN) {
            fail(
                String.format(
                    Locale.ROOT,
                    "%s of %s breaks the rule \"%s\": %s",
                    name,
                    provider(),
                    rule.sentence(),
                    reason));
          }
          assumeTrue(state == State.KEPT, name + " is not checked: " + reason);
        });
  }

  private static Optional<Outcome> last(List<Outcome> outcomes, Predicate<Outcome> predicate) {
    return outcomes.stream().filter(predicate).reduce((earlier, later) -> later);
  }
}
