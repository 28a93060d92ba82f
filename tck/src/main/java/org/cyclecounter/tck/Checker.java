// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.tck.Outcome.State;
import org.jspecify.annotations.Nullable;

/**
 * The program of a child JVM: checks the rules of one provider and writes each before it begins, so
 * that the parent knows which one ended the process. It ends itself after a rule is broken: the
 * rest is checked in a new one.
 */
final class Checker {

  private final Path results;
  final String providerName;
  final boolean isService;
  private final int first;
  final SideEffects sideEffects;
  private @Nullable CycleCounterProvider provider;
  private List<CounterSource> counters = List.of();
  private int index = Outcome.PROVIDER;

  /** True after an error of the JVM, such as one of memory. */
  private boolean isExhausted;

  /** The last method of the provider that was called, for messages. */
  private String call = "";

  private Checker(String[] arguments) {
    results = Path.of(arguments[0]);
    providerName = arguments[1];
    isService = Boolean.parseBoolean(arguments[2]);
    first = Integer.parseInt(arguments[3]);
    System.setProperty(TimeLimit.SECONDS_PROPERTY, arguments[4]); // before it is watched
    sideEffects = new SideEffects();
    sideEffects.begin();
  }

  /**
   * Started by {@link CheckJvm}.
   *
   * @param arguments the file for the results, the provider's class, whether a service file should
   *     name it, the first counter's index, the time limit of a step in seconds
   */
  public static void main(String[] arguments) throws Exception {
    Checker checker = new Checker(arguments);
    checker.run();
    SideEffects.endBelow();
    Runtime.getRuntime().halt(0); // threads of the provider's may run, and shutdown hooks wait
  }

  private void run() throws Exception {
    for (Rule rule : Rule.values()) {
      // A later child has to create and list the provider, too.
      if (rule.isOfProvider() && (first < 0 || rule != Rule.FOUND) && check(rule) == State.BROKEN) {
        return;
      }
    }
    index = Math.max(0, first);
    while (index < counters.size() && canGoOn(checkCounter())) {
      index++;
    }
  }

  /** Checks the counter's rules in order; returns the last one, and how it went. */
  private Outcome checkCounter() throws IOException {
    Outcome last = null;
    for (Rule rule : Rule.values()) {
      if (!rule.isOfProvider()) {
        last = new Outcome(index, rule, check(rule), "");
        if (last.state().isLast()) {
          break;
        }
      }
    }
    return Objects.requireNonNull(last);
  }

  /** The next counter must find the process as this one did. */
  private boolean canGoOn(Outcome last) throws IOException {
    if (last.state() == State.UNAVAILABLE) {
      return check(Rule.HARMLESS) == State.KEPT;
    }
    if (last.rule() == Rule.SELECTED) {
      sideEffects.begin(); // the selector may have installed a signal handler
    }
    return last.state() != State.BROKEN
        || last.rule().compareTo(Rule.HARMLESS) < 0 && !isExhausted && harm().isEmpty();
  }

  private State check(Rule rule) throws IOException {
    if (rule == Rule.NAMED) { // asking for the name may end the process
      write(rule, State.BEGUN, number(index));
    }
    write(rule, State.BEGUN, index < 0 ? providerName : nameOf(index));
    call = "";
    try {
      rule.check(this);
      return write(rule, State.KEPT, "");
    } catch (RuleException e) {
      return write(rule, e.state(), String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      isExhausted = e instanceof VirtualMachineError;
      return write(rule, State.BROKEN, Failures.of(call, e));
    }
  }

  /**
   * Opens the file each time: a provider may close any descriptor. A copy that goes on after {@link
   * CheckJvm} has deleted the file fails here.
   */
  private State write(Rule rule, State state, String text) throws IOException {
    Files.writeString(
        results,
        new Outcome(index, rule, state, text).line(),
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND);
    return state;
  }

  /** Names a counter, by its number if its name is missing. */
  String nameOf(int counter) {
    try {
      String name = String.valueOf(counters.get(counter).name());
      return name.isEmpty() ? number(counter) : name;
    } catch (RuntimeException | Error e) {
      return number(counter); // its test of the name says so
    }
  }

  private static String number(int counter) {
    return "counter " + (counter + 1);
  }

  void isCreated() throws Exception {
    provider = ProviderChecks.create(providerName);
  }

  void doesNoHarm() {
    String harm = harm();
    RuleException.unless(harm.isEmpty(), "%s", harm);
  }

  /** Returns the harm done so far, one sentence; empty for none. */
  private String harm() {
    String harm = sideEffects.harm();
    return harm.isEmpty() && sideEffects.takePrinted() ? "it prints" : harm;
  }

  CycleCounterProvider provider() {
    return Objects.requireNonNull(provider);
  }

  void list(List<CounterSource> listed) {
    counters = listed;
  }

  int index() {
    return index;
  }

  CounterSource source() {
    return counters.get(index);
  }

  /** Notes the method that is called next. */
  void note(String method) {
    call = method;
  }

  /** Opens the counter, which has been opened before. */
  TickSource open() {
    call = "open()";
    try {
      TickSource source = source().open();
      call = "ticks()";
      return source;
    } catch (CounterUnavailableException e) {
      throw RuleException.broken(
          "it opened before, and now open() says \"%s\"; each call must return a new source",
          e.getMessage());
    }
  }
}
