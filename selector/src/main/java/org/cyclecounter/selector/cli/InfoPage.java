package org.cyclecounter.selector.cli;

import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.page.Page;
import org.cyclecounter.selector.page.PageInput;

/** What {@code info --html} writes. */
final class InfoPage {

  private InfoPage() {}

  /** Observes every usable counter, which takes some seconds. */
  static String of(Selected selected, SelectionOptions selection) {
    String chosen = selected.report().implementation();
    PageInput input =
        PageInput.observe(
            selected.report(),
            selected::counted,
            selected::obstacle,
            name -> name.equals(chosen) ? selected.counter() : selection.only(name).counter(),
            part -> {});
    return Page.html(input);
  }
}
