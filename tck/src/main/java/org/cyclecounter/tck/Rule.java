// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import org.cyclecounter.spi.TickSource;

/** The rules, in the order in which they are checked: each relies on those before it. */
@SuppressWarnings("ImmutableEnumChecker") // methods without state
enum Rule {
  CREATED(
      "The provider is a public class with a public constructor without parameters, which works in"
          + " any process",
      Checker::isCreated),
  FOUND("ServiceLoader finds the provider", ProviderChecks::isFound),
  LISTED(
      "counters() returns the same list each time, without null, of 256 counters at most",
      ProviderChecks::listsAlike),
  NAMED(
      "A name is unique, and has 1 to 64 letters, digits, hyphens, dots or underscores",
      DescriptionChecks::isNamed),
  DESCRIBED(
      "kind(), scope(), bits() and mayCrash() describe the counter, always alike",
      DescriptionChecks::isDescribed),
  OPENED(
      "open() returns a source, or says in one sentence why it cannot", DescriptionChecks::opens),
  EXPLAINED(
      "scaling(), counted(), instruction() and entryPoint() return a value once it is open",
      DescriptionChecks::explainsItself),
  HONEST(
      "A counter whose mayCrash() returns false does not end or block its process",
      DescriptionChecks::isHonest),
  LEAF(
      "The entry point is a leaf function that returns and preserves its caller's registers",
      DescriptionChecks::isLeaf),
  READ("ticks(), startTicks() and stopTicks() return, and throw nothing", ReadChecks::returns),
  HARMLESS(
      "The counter changes nothing in the process, prints nothing and leaves no thread behind",
      Checker::doesNoHarm),
  LIVES(
      "It survives a program's life: threads that end, two readers, collections, the process's end",
      ProviderChecks::survivesRehearsal),
  CHEAP("A selection can afford its readings", ReadChecks::isAffordable),
  LASTING("Millions of reads return, and throw nothing", ReadChecks::lasts),
  RISING(
      "Readings never decrease, and rise steadily with time, not with the calls",
      ReadChecks::rises),
  RATED("Readings rise as fast as a scaling in ticks per second says", ReadChecks::keepsItsRate),
  CONSISTENT(
      "A counter of core cycles has no scaling in ticks per second",
      DescriptionChecks::isConsistent),
  ORDERED("Ordered reads are on the scale of plain ones", ReadChecks::isOrdered),
  FRUGAL("A read allocates nothing", ReadChecks::allocatesNothing),
  WIDE("A counter of 32 bits wraps there, and one of 64 bits does not", ReadChecks::wraps),
  INDEPENDENT("open() returns an independent source each time", SourceChecks::opensIndependently),
  SHARED("Many threads can read one source", SourceChecks::isShared),
  SCOPED(
      "Readings of scope SYSTEM compare across threads, those of scope THREAD count one thread",
      SourceChecks::keepsItsScope),
  CLOSED("A source can be closed while threads read it", SourceChecks::closesUnderReaders),
  TIDY(
      "A counter that is opened and closed leaves no descriptor, thread or process behind",
      SourceChecks::leavesNothing),
  SELECTED("The selector accepts the counter, probed in a child JVM", ProviderChecks::isSelected);

  /** Returns if the rule is kept. */
  interface Check {
    void run(Checker checker) throws Exception;
  }

  /** The same, of a source that is open; it is closed afterwards. */
  interface OpenCheck {
    void run(Checker checker, TickSource source) throws Exception;
  }

  private final String sentence;
  private final Check check;

  Rule(String sentence, Check check) {
    this.sentence = sentence;
    this.check = check;
  }

  Rule(String sentence, OpenCheck check) {
    this(
        sentence,
        checker -> {
          try (TickSource source = checker.open()) {
            check.run(checker, source);
          }
        });
  }

  String sentence() {
    return sentence;
  }

  void check(Checker checker) throws Exception {
    check.run(checker);
  }

  /** Returns true for a rule about the provider as such. */
  boolean isOfProvider() {
    return compareTo(LISTED) <= 0;
  }
}
