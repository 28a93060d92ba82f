// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.diagnostics.doctor.Warning;
import org.cyclecounter.diagnostics.machine.MachineFact;
import org.cyclecounter.diagnostics.machine.MaybeKnown;
import org.cyclecounter.diagnostics.svg.Element;

/**
 * The machine and its settings.
 *
 * <p>Unknown facts stand together under their reasons: in a container most have the same one.
 */
final class MachineSection {

  private MachineSection() {}

  static Element of(SelectionSnapshot input) {
    List<Element> known = new ArrayList<>();
    Map<String, String> labels = new LinkedHashMap<>(); // of unknown facts, by their reason
    for (Map.Entry<MachineFact, MaybeKnown<String>> fact : input.machine().values().entrySet()) {
      String label = fact.getKey().label();
      String value = fact.getValue().text();
      if (fact.getValue().isKnown()) {
        known.add(PageElements.fact(label, Element.of("dd", PageElements.given(value))));
      } else {
        labels.merge(value, label, (before, other) -> before + ", " + other);
      }
    }
    List<Element> unknown = new ArrayList<>();
    labels.forEach(
        (reason, facts) ->
            unknown.add(
                PageElements.fact(facts, PageElements.quiet("dd", PageElements.given(reason)))));
    return PageFrame.section(
        "machine",
        "The machine",
        Element.styled("dl", "facts", known),
        unknown.isEmpty() ? unknown : Element.styled("dl", "facts unknown", unknown),
        PageElements.list(
            "Warnings",
            "ul",
            "warnings",
            input.diagnosis().warnings().stream().map(MachineSection::item).toList()));
  }

  private static Element item(Warning warning) {
    Element kind = Element.of("b", PageElements.capital(warning.kind().label()));
    Element item = Element.of("li", kind, ": ", PageElements.given(warning.text()), ".");
    return warning.remedy().commands().isEmpty()
        ? item
        : item.add(
            PageElements.commands(warning.remedy().commands()),
            PageElements.quiet("span", "Costs: " + warning.remedy().costs() + "."));
  }
}
