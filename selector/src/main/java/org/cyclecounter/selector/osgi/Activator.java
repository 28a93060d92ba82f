// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.function.Supplier;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.support.SelectionThread;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Starts and stops the bundle. Starting it starts a thread and no more, because the framework's
 * start waits for each class that is loaded here: cold start 1, 2 and 15.
 *
 * <p>Called by the framework's thread ({@link #start}, {@link #stop}), by the thread that start()
 * starts ({@link #run}), and by any thread that makes a selection in this bundle ({@link #get}).
 */
public final class Activator implements BundleActivator, Runnable, Supplier<List<ProviderHandle>> {

  /** Set before the thread starts, which publishes it; null again once the bundle stops. */
  private @Nullable BundleContext context;

  /** Null until the thread has created it; this object is notified then. */
  private volatile @Nullable LiveSelection selection;

  @Override
  public void start(BundleContext ours) {
    context = ours;
    Found.setContainer(this);
    new SelectionThread(SelectionScheduler.THREAD, this, false).start();
  }

  /** Loads the classes that {@link #start} must not load; runs no one else's code. */
  @Override
  public synchronized void run() {
    if (context != null) {
      selection = new LiveSelection(context);
      notifyAll();
    }
  }

  @Override
  public void stop(BundleContext ours) {
    Found.setContainer(null);
    synchronized (this) {
      context = null;
    }
    LiveSelection live = selection;
    if (live != null) {
      live.close();
    }
  }

  /** Lists the providers for a selection that CpuCycles or a CycleCounterSelector makes. */
  @Override
  public List<ProviderHandle> get() {
    TimeLimit.await(this, () -> selection != null, 1000L * TimeLimit.seconds());
    LiveSelection live = selection;
    return live == null ? List.of() : live.handles();
  }
}
