// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.osgi;

import java.util.function.LongUnaryOperator;
import org.cyclecounter.CycleCounter;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/** The bundle's only class: reads the service that it was given, from an instance field. */
public final class Reader implements BundleActivator, LongUnaryOperator {

  private CycleCounter counter;

  /** For the framework. */
  public Reader() {}

  @Override
  public void start(BundleContext context) {
    new ServiceTracker<CycleCounter, CycleCounter>(context, CycleCounter.class, null) {
      @Override
      public CycleCounter addingService(ServiceReference<CycleCounter> reference) {
        CycleCounter given = super.addingService(reference);
        if (counter == null) { // the first is the best one
          counter = given;
          context.registerService(LongUnaryOperator.class, Reader.this, null);
        }
        return given;
      }
    }.open();
  }

  @Override
  public void stop(BundleContext context) {}

  @Override
  public long applyAsLong(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
      sum += counter.cycles();
    }
    return sum;
  }
}
