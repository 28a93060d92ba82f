// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.console.LivePage;
import org.cyclecounter.selector.page.Frame;
import org.cyclecounter.selector.page.Page;
import org.cyclecounter.selector.page.PageInput;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/** The page of the choice as it is now, with the pictures of its last measurement. */
final class ConsolePage implements LivePage {

  /** What part of a measurement's time the choice takes, roughly. */
  private static final double CHOSEN = 0.25;

  private final LiveSelection selection;
  private volatile @Nullable PageInput measured;

  private ConsolePage(LiveSelection selection) {
    this.selection = selection;
  }

  static void register(BundleContext context, LiveSelection selection) {
    context.registerService(LivePage.class, new ConsolePage(selection), null);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // of this report, not of an equal one
  public Optional<String> sections() {
    SelectionReport report = selection.services().report();
    if (report == null) {
      return Optional.empty();
    }
    PageInput last = measured;
    StringBuilder html = new StringBuilder();
    Page.sections(last != null && last.report() == report ? last : unobserved(report))
        .forEach(html::append);
    return Optional.of(html.toString());
  }

  private PageInput unobserved(SelectionReport report) {
    CounterServices services = selection.services();
    return PageInput.of(report, services::counted, services::obstacle, List.of(), Map.of());
  }

  @Override
  public String style() {
    return Frame.style();
  }

  @Override
  public Optional<String> json() {
    return selection.services().json();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // as above
  public boolean isMeasured() {
    PageInput last = measured;
    return last != null && last.report() == selection.services().report();
  }

  @Override
  public void measure(DoubleConsumer progress) throws InterruptedException {
    progress.accept(0);
    SelectionReport report = selection.select();
    CounterServices services = selection.services();
    try {
      measured =
          PageInput.observe(
              report,
              services::counted,
              services::obstacle,
              services::counter,
              part -> {
                if (Thread.currentThread().isInterrupted()) {
                  throw new CancellationException();
                }
                progress.accept(CHOSEN + (1 - CHOSEN) * part);
              });
    } catch (CancellationException e) {
      throw new InterruptedException("interrupted while counters were observed");
    }
  }
}
