// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.output.ReportJson;
import org.cyclecounter.diagnostics.page.Page;
import org.cyclecounter.diagnostics.page.PageFrame;
import org.cyclecounter.diagnostics.page.SelectionSnapshot;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/**
 * The model behind the Web Console's plug-in: the page of a container's current selection, with the
 * plots of its last measurement. Thread-safe.
 *
 * <p>Called on a console's request threads, several at a time. It keeps a selection, and so its
 * counters' classes, until the next measurement or until this object goes with its bundle.
 */
public class LivePage {

  /** The rough part of a measurement's time that the selection takes. */
  private static final double SELECTED = 0.25;

  private final ContainerSelection selection;

  /** The last measurement, of whichever selection; null before the first. */
  private volatile @Nullable SelectionSnapshot measured;

  /**
   * Makes a page of the services that a bundle can see.
   *
   * @param context the bundle's context
   */
  public LivePage(BundleContext context) {
    selection = new ContainerSelection(context);
  }

  /**
   * Returns the page's sections, for an element of the class {@code cyclecounter} below a heading
   * of the first level. Text of third parties in it is escaped.
   *
   * @return HTML; empty before the first selection
   */
  public Optional<String> sections() {
    return current()
        .map(selected -> measured(selected).orElseGet(() -> SelectionSnapshot.of(selected)))
        .map(input -> Page.sections(input).stream())
        .map(elements -> elements.map(Element::toString).collect(Collectors.joining()));
  }

  /** Compares the reports themselves: two selections may have equal ones. */
  @SuppressWarnings("ReferenceEquality")
  private Optional<SelectionSnapshot> measured(Selected selected) {
    return Optional.ofNullable(measured).filter(last -> last.report() == selected.report());
  }

  /**
   * Returns the style sheet of the sections.
   *
   * @return CSS, all of it about elements within the class {@code cyclecounter}
   */
  public String style() {
    return PageFrame.style();
  }

  /**
   * Escapes text of third parties for an element or a quoted attribute, and makes its hidden
   * characters visible.
   *
   * @param text any text
   * @return HTML
   */
  public static String escape(String text) {
    return Element.escape(text);
  }

  /**
   * Returns what {@code info --json} prints, with measurements made now, which takes some 20 ms.
   *
   * @return a JSON object; empty before the first selection
   */
  public Optional<String> json() {
    return current().map(LivePage::json);
  }

  static String json(Selected selected) {
    return ReportJson.of(selected, InfoMeasurements.of(selected.counter()));
  }

  /**
   * Returns whether there has been a selection, and so {@link #sections} are not empty: at no cost.
   *
   * @return false before the first selection
   */
  public boolean isSelected() {
    return current().isPresent();
  }

  /**
   * Returns whether the sections have plots: those of a measurement that was made since the newest
   * selection.
   *
   * @return false before a measurement, and again after another selection
   */
  public boolean isMeasured() {
    return current().flatMap(this::measured).isPresent();
  }

  /**
   * Selects again, as {@code cyclecounter:select} does, and observes every usable counter for the
   * plots, which takes some seconds, on the calling thread.
   *
   * @param progress receives from time to time the part that has been done, from 0 to 1
   * @throws InterruptedException if the thread is interrupted while the counters are selected
   * @throws CancellationException if it is interrupted while they are observed; the plots stay what
   *     they were
   * @throws IllegalStateException if the selection takes too long, or the selector is stopped
   */
  public void measure(DoubleConsumer progress) throws InterruptedException {
    progress.accept(0);
    Selected selected = selection.service().select();
    measured =
        SelectionSnapshot.observe(
            selected,
            name -> selection.counter(name).orElse(null),
            part -> { // on the calling thread, between two counters: the way out for cancel()
              if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException();
              }
              progress.accept(SELECTED + (1 - SELECTED) * part);
            });
  }

  private Optional<Selected> current() {
    return selection.service().current();
  }
}
