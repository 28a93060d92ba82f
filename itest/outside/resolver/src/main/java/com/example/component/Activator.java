// SPDX-License-Identifier: Apache-2.0
package com.example.component;

import org.cyclecounter.CycleCounter;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

/** Waits for a counter, prints what it counts, and ends the framework. */
public final class Activator implements BundleActivator {

  /** For the framework. */
  public Activator() {}

  @Override
  public void start(BundleContext context) {
    new Thread(() -> count(context)).start();
  }

  @Override
  public void stop(BundleContext context) {}

  private static void count(BundleContext context) {
    ServiceTracker<CycleCounter, CycleCounter> tracker =
        new ServiceTracker<>(context, CycleCounter.class, null);
    tracker.open();
    try {
      CycleCounter counter = tracker.waitForService(30_000);
      if (counter == null) {
        System.out.println("no counter in 30 seconds");
        System.exit(1);
      }
      long start = counter.start();
      double sum = 0;
      for (int i = 1; i < 1_000_000; i++) {
        sum += 1.0 / i;
      }
      long cycles = counter.stop() - start;
      System.out.println("sum " + sum);
      System.out.println(cycles + " cycles by " + counter.implementation());
      System.exit(0);
    } catch (InterruptedException e) {
      System.exit(1);
    }
  }
}
