// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.cyclecounter.tck.RuleException.unless;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.UsableReasons;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/** Checks a counter's description, before and after it is opened. */
final class DescriptionChecks {

  private static final int MAX_NAME = 64;
  private static final int MIN_REASON = 10;
  private static final int MAX_REASON = 2000;
  private static final String OURS = "org.cyclecounter.";

  /** Reads of a native child: as many as a selection makes. */
  private static final int NATIVE_READS = 3000;

  private DescriptionChecks() {}

  static void isNamed(Checker checker) {
    checker.note("name()");
    String name = checker.source().name();
    unless(
        name != null && ProviderText.isName(name, MAX_NAME),
        "its name must be 1 to %d letters, digits, hyphens, dots or underscores, a letter or digit"
            + " first",
        MAX_NAME);
    for (int earlier = 0; earlier < checker.index(); earlier++) {
      unless(
          !name.equals(checker.nameOf(earlier)),
          "an earlier counter has this name, too; choose another");
    }
    if (!checker.providerName.startsWith(OURS)) {
      ProviderChecks.services().stream()
          .filter(service -> service.type().getName().startsWith(OURS))
          .flatMap(service -> service.get().counters().stream())
          .forEach(
              ours ->
                  unless(
                      !name.equals(ours.name()),
                      "CycleCounter has a counter of this name; choose another"));
    }
  }

  static void isDescribed(Checker checker) {
    CounterSource source = checker.source();
    checker.note("kind()");
    CounterKind kind = source.kind();
    unless(kind != null, "kind() returned null; return a CounterKind");
    checker.note("scope()");
    Scope scope = source.scope();
    unless(scope != null, "scope() returned null; return a Scope");
    checker.note("bits()");
    int bits = source.bits();
    unless(bits == 32 || bits == 64, "bits() returned %d; return 32 or 64", bits);
    checker.note("mayCrash()");
    boolean mayCrash = source.mayCrash();
    String name = source.name();
    unless(
        source.mayCrash() == mayCrash
            && source.kind() == kind
            && source.scope() == scope
            && source.bits() == bits
            && source.name().equals(name),
        "it describes itself differently from call to call");
  }

  static void opens(Checker checker) {
    checker.note("open()");
    try (TickSource source = checker.source().open()) {
      unless(source != null, Rejection.of(Code.NO_SOURCE).sentence());
    } catch (CounterUnavailableException e) {
      String reason = e.getMessage();
      if (reason == null
          || reason.length() < MIN_REASON
          || reason.length() > MAX_REASON
          || !reason.equals(ProviderText.clean(reason))) {
        throw RuleException.broken(
            "open() does not say why in one sentence, but \"%s\"; people will read it: name the"
                + " cause and the remedy",
            reason);
      }
      throw RuleException.unavailable(reason);
    }
  }

  static void explainsItself(Checker checker, TickSource source) {
    CounterSource counter = checker.source();
    checker.note("scaling()");
    unless(counter.scaling() != null, "scaling() returned null; return a Scaling");
    checker.note("counted()");
    unless(counter.counted() != null, Rejection.of(Code.NO_COUNTED).sentence());
    checker.note("instruction()");
    unless(counter.instruction() != null, Rejection.of(Code.NO_INSTRUCTION).sentence());
    checker.note("entryPoint()");
    unless(source.entryPoint() != null, "entryPoint() returned null; return an OptionalLong");
  }

  /** A core's frequency changes, so that a counter with a known rate counts ticks or time. */
  static void isConsistent(Checker checker, TickSource source) {
    CounterSource counter = checker.source();
    checker.note("counted()");
    Counted counted = counter.counted();
    checker.note("scaling()");
    unless(
        counted != Counted.CORE_CYCLES && counted != Counted.USER_CYCLES
            || !(counter.scaling() instanceof Scaling.TicksPerSecond),
        "counted() says %s, and scaling() a rate in ticks per second, which core cycles do not"
            + " have; counted() must return TICKS or TIME, or scaling() none()",
        counted.name());
  }

  /** Reads in a native child; leaves exceptions of reads to {@link Rule#READ}. */
  static void isHonest(Checker checker) {
    if (checker.source().mayCrash()) {
      return;
    }
    try (TickSource source = checker.open()) {
      IsolationResult natively = probeNatively(source);
      unless(!natively.died(), "natively %s%s", why(natively), UsableReasons.NOT_HARMLESS);
      ReadChecks.readEachWay(checker, source);
    } catch (RuleException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      checker.note("");
    }
  }

  private static IsolationResult probeNatively(TickSource source) {
    return NativeChild.probe(source, NATIVE_READS, TimeLimit.seconds());
  }

  /** Returns the reason as a sentence; empty if it has passed. */
  static String why(IsolationResult result) {
    Rejection rejection = result.rejection();
    return rejection == null ? "" : rejection.sentence();
  }

  static void isLeaf(Checker checker, TickSource source) {
    IsolationResult natively = probeNatively(source);
    switch (natively.result()) {
      case PASSED -> {}
      case NOT_PROBED -> throw RuleException.notChecked(why(natively));
      default -> {
        if (natively.obstacle() != null
            || source instanceof NativeTicks ticks && ticks.probe() != 0 && !natively.died()) {
          throw RuleException.unavailable(why(natively));
        }
        throw RuleException.broken(
            "in the native child %s; see TickSource.entryPoint() for what the function may do",
            why(natively));
      }
    }
  }
}
