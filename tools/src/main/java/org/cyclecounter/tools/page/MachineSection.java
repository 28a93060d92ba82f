// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.tools.doctor.Caution;
import org.cyclecounter.tools.machine.Fact;
import org.cyclecounter.tools.svg.Element;

/**
 * The machine and its settings.
 *
 * <p>Unknown facts stand together under their reasons: in a container most have the same one.
 */
final class MachineSection {

  private MachineSection() {}

  static Element of(PageInput input) {
    Element facts = Element.styled("dl", "facts");
    Map<String, List<String>> unknown = new LinkedHashMap<>();
    for (Fact fact : input.machine().facts()) {
      if (fact.isKnown()) {
        facts.add(PageText.fact(fact.label(), Element.of("dd", PageText.given(fact.value()))));
      } else {
        unknown.computeIfAbsent(fact.value(), value -> new ArrayList<>()).add(fact.label());
      }
    }
    Element section = Frame.section("machine", "The machine", facts);
    if (!unknown.isEmpty()) {
      section.add(unknown(unknown));
    }
    List<Caution> cautions = input.diagnosis().cautions();
    if (!cautions.isEmpty()) {
      Element list = Element.styled("ul", "cautions");
      cautions.forEach(caution -> list.add(item(caution)));
      section.add(Element.of("h3", "Warnings"), list);
    }
    return section;
  }

  /** Lists unknown facts, each reason once. */
  private static Element unknown(Map<String, List<String>> unknown) {
    Element facts = Element.styled("dl", "facts unknown");
    unknown.forEach(
        (reason, labels) -> {
          Element value = Element.styled("dd", "quiet", PageText.given(reason));
          facts.add(PageText.fact(String.join(", ", labels), value));
        });
    return facts;
  }

  private static Element item(Caution caution) {
    Element kind = Element.of("b", PageText.capital(caution.kind().label()));
    Element item = Element.of("li", kind, ": ", PageText.given(caution.text()), ".");
    return caution.remedy().commands().isEmpty()
        ? item
        : item.add(
            PageText.commands(caution.remedy().commands()),
            PageText.quiet("span", "Costs: " + caution.remedy().costs() + "."));
  }
}
