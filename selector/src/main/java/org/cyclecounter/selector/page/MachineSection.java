package org.cyclecounter.selector.page;

import java.util.Optional;
import org.cyclecounter.selector.machine.Fact;
import org.cyclecounter.selector.svg.Element;

/** What the machine is and how it is set. */
final class MachineSection implements PageSection {

  @Override
  public int place() {
    return MACHINE;
  }

  @Override
  public Optional<Element> section(PageInput input) {
    Element facts = Element.of("dl").with("class", "facts");
    for (Fact fact : input.machine().facts()) {
      Element value = Element.of("dd").add(Words.given(fact.value()));
      facts.add(
          Element.of("div")
              .add(
                  Element.of("dt", fact.label()),
                  fact.isKnown() ? value : value.with("class", "quiet")));
    }
    return Optional.of(Frame.section("machine", "The machine").add(facts));
  }
}
