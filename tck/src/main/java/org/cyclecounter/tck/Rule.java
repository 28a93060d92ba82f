// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

/**
 * The rules, in the order in which they are checked: each relies on those before it. {@link
 * ProviderTck} has a test and a sentence for each.
 */
enum Rule {
  CREATED(Checker::isCreated),
  FOUND(ProviderChecks::isFound),
  LISTED(ProviderChecks::listsAlike),
  NAMED(DescriptionChecks::isNamed),
  DESCRIBED(DescriptionChecks::isDescribed),
  OPENED(DescriptionChecks::opens),
  EXPLAINED(DescriptionChecks::explainsItself),
  HONEST(DescriptionChecks::isHonest),
  LEAF(DescriptionChecks::isLeaf),
  READ(ReadChecks::returns),
  HARMLESS(Checker::doesNoHarm),
  CHEAP(ReadChecks::isAffordable),
  LASTING(ReadChecks::lasts),
  RISING(ReadChecks::rises),
  RATED(ReadChecks::keepsItsRate),
  ORDERED(ReadChecks::isOrdered),
  FRUGAL(ReadChecks::allocatesNothing),
  WIDE(ReadChecks::wrapsWhereItSays),
  INDEPENDENT(SourceChecks::opensIndependently),
  SHARED(SourceChecks::isShared),
  SCOPED(SourceChecks::keepsItsScope),
  CLOSED(SourceChecks::closesUnderReaders),
  TIDY(SourceChecks::leavesNothing),
  SELECTED(ProviderChecks::isSelected);

  /** Returns if the rule is kept. */
  interface Check {
    void run(Checker checker) throws Exception;
  }

  private final Check check;

  Rule(Check check) {
    this.check = check;
  }

  void check(Checker checker) throws Exception {
    check.run(checker);
  }

  /** Returns true for a rule about the provider as such. */
  boolean isOfProvider() {
    return compareTo(LISTED) <= 0;
  }
}
