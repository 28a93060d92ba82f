// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import org.cyclecounter.spi.CycleCounterProvider;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Registers the provider as a service. */
public final class RegisteringActivator implements BundleActivator {
  @Override
  public void start(BundleContext context) {
    context.registerService(CycleCounterProvider.class, new ClockProvider(), null);
  }

  @Override
  public void stop(BundleContext context) {
    // The framework unregisters it.
  }
}
