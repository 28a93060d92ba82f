// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.Optional;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.Text;

/** Adds to the selector's page what an empty ordered region costs. */
public final class RegionSection implements PageSection {

  private static final int MAX_SENTENCE = 400;

  /** For {@link java.util.ServiceLoader}. */
  public RegionSection() {}

  @Override
  public int place() {
    return FREQUENCIES + 50;
  }

  @Override
  public Optional<Element> section(PageInput input) {
    String name = input.report().implementation();
    try (Selected selected =
        CycleCounterSelector.builder().include(name).quiet().build().select()) {
      return selected.report().implementation().equals(name)
          ? Optional.of(of(selected.counter()))
          : Optional.empty();
    }
  }

  static Element of(CycleCounter counter) {
    Element rows =
        Element.of("dl")
            .with("class", "facts")
            .add(
                row("The counter's own ordered reads", cost(counter, Fence.COUNTER)),
                row("Reads between CPUIDs, which wait for all before", cost(counter, Fence.CPUID)));
    return Frame.section("region", "Cost of an empty ordered region")
        .add(
            Element.of(
                "p",
                "The minimum cost of a region between two ordered reads of "
                    + counter.implementation()
                    + "; subtract it from what OrderedStopwatch measures."),
            rows);
  }

  private static Element row(String label, String value) {
    return Element.of("div").add(Element.of("dt", label), Element.of("dd", value));
  }

  private static String cost(CycleCounter counter, Fence fence) {
    try {
      return OrderedStopwatch.of(counter, fence).overhead() + " cycles";
    } catch (UnsupportedOperationException | IllegalStateException e) {
      return Text.cut(String.valueOf(e.getMessage()), MAX_SENTENCE);
    }
  }
}
