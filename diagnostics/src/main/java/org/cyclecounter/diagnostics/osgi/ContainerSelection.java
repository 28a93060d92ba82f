// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.support.TimeLimit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Finds the selector's services: its selection and its counters. Keeps none of them: each is looked
 * up when it is asked for. Thread-safe.
 *
 * <p>Registered services only, nothing of the selector's internals: its bundle may be updated under
 * this one, and then has other classes of the same names.
 */
record ContainerSelection(BundleContext context) {

  private static final String NAMED = "(" + SelectionService.IMPLEMENTATION + "=*)";

  /**
   * Returns the selection's service; throws IllegalStateException, with the remedy, while there is
   * none. It may go at any moment after: then its methods throw the same.
   *
   * <p>Waits for the service of a bundle that has just been started: it is registered on a thread
   * of the selector's. Not if that bundle is stopped, nor longer than a step's limit.
   */
  SelectionService service() {
    Bundle selector = FrameworkUtil.getBundle(SelectionService.class);
    boolean isStarted = selector != null && selector.getState() == Bundle.ACTIVE;
    SelectionService service = null;
    ServiceTracker<SelectionService, SelectionService> tracker =
        new ServiceTracker<>(context, SelectionService.class, null);
    tracker.open();
    try {
      service =
          isStarted ? tracker.waitForService(1000L * TimeLimit.seconds()) : tracker.getService();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      tracker.close();
    }
    if (service == null) {
      throw new IllegalStateException(
          "No counter is selected: start the bundle org.cyclecounter.selector.");
    }
    return service;
  }

  /** Returns the published counter of a name. */
  Optional<CycleCounter> counter(String name) {
    return counters().stream()
        .filter(counter -> name.equals(counter.getProperty(SelectionService.IMPLEMENTATION)))
        .findFirst()
        .map(this::get);
  }

  /** Returns the names of the published counters, best first. */
  List<String> names() {
    return counters().stream()
        .sorted(Comparator.reverseOrder())
        .map(counter -> String.valueOf(counter.getProperty(SelectionService.IMPLEMENTATION)))
        .toList();
  }

  private List<ServiceReference<CycleCounter>> counters() {
    try {
      return List.copyOf(context.getServiceReferences(CycleCounter.class, NAMED));
    } catch (InvalidSyntaxException e) {
      // The filter is a constant.
      throw new AssertionError(e);
    }
  }

  /**
   * The selector's objects work until its bundle stops, whether or not they are counted as used.
   */
  private CycleCounter get(ServiceReference<CycleCounter> reference) {
    CycleCounter counter = context.getService(reference);
    context.ungetService(reference);
    return counter;
  }
}
