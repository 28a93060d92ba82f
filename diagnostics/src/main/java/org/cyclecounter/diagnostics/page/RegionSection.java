// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Optional;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.EmptyRegion;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The cost of an empty ordered region, measured when the section is made, in up to a second.
 *
 * <p>On the thread that makes the page, by the counter in use; it fails for a fence that this
 * processor does not have, and then says so in its place.
 */
final class RegionSection {

  private RegionSection() {}

  static Optional<Element> of(SelectionSnapshot input) {
    try {
      return Optional.of(
          of(input.selected().counter(), input.unit(input.report().implementation())));
    } catch (IllegalStateException e) {
      return Optional.empty(); // a container has withdrawn the counter since
    }
  }

  static Element of(CycleCounter counter, String unit) {
    return PageFrame.section(
        "region",
        "Cost of an empty ordered region",
        Element.of(
            "p",
            "What a region between two ordered reads of "
                + counter.implementation()
                + " costs: subtract the median from a single region, as OrderedStopwatch does, and"
                + " the mean, for each region, from a sum."),
        Element.styled(
            "dl",
            "facts",
            row("The counter's own ordered reads", counter, unit, Fence.COUNTER),
            row("Reads between CPUIDs, which wait for all before", counter, unit, Fence.CPUID)));
  }

  private static Element row(String label, CycleCounter counter, String unit, Fence fence) {
    String cost;
    try {
      EmptyRegion empty = OrderedStopwatch.of(counter, fence).emptyRegion();
      cost =
          Formatted.of(
              "median %d %s, mean %.1f, least %d",
              empty.median(), unit, empty.mean(), empty.least());
    } catch (RuntimeException e) { // no such reads, or what a provider's read throws
      cost = PageElements.cut(String.valueOf(e.getMessage()), PageElements.MAX_TEXT);
    }
    return PageElements.fact(label, Element.of("dd", cost));
  }
}
