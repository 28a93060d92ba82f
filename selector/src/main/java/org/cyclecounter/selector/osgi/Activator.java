// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.cyclecounter.selector.discovery.Container;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Starts and stops the bundle. Starting it starts a thread and no more, because the framework's
 * start waits for each class that is loaded here: cold start 1, 2 and 15.
 *
 * <p>Called by the framework's thread ({@link #start}, {@link #stop}), by the {@link
 * SelectionScheduler}'s ({@link #prepare}), and by any thread that makes a selection in this bundle
 * ({@link #get}).
 */
public final class Activator
    implements BundleActivator, SelectionScheduler.Preparation, Supplier<List<ProviderHandle>> {

  private final SelectionScheduler thread = new SelectionScheduler(this);

  /** Set before the thread starts, which publishes it. */
  private @Nullable BundleContext context;

  /** Null until the thread has prepared it: providers are tracked from then on. */
  private volatile @Nullable LiveSelection selection;

  /** True once that is done, or has failed; this object is notified then. */
  private volatile boolean isPrepared;

  /** Called by the framework, for each start. */
  public Activator() {}

  @Override
  public void start(BundleContext ours) {
    context = ours;
    Container.set(this);
    thread.request();
    thread.open();
  }

  @Override
  public void stop(BundleContext ours) {
    Container.set(null);
    thread.close();
    LiveSelection live = selection;
    if (live != null) {
      live.close();
    }
  }

  @Override
  public SelectionScheduler.Work prepare() {
    try {
      LiveSelection live = new LiveSelection(Objects.requireNonNull(context), thread);
      selection = live;
      live.open();
      return live;
    } finally {
      synchronized (this) {
        isPrepared = true;
        notifyAll();
      }
    }
  }

  /**
   * Lists the providers for a selection in this bundle. One that CpuCycles or a
   * CycleCounterSelector makes waits until they are known, for a step's limit at most: a bundle
   * that starts right after this one would find no counter otherwise.
   */
  @Override
  public List<ProviderHandle> get() {
    boolean isOurs = thread.isCurrentThread();
    if (!isOurs) {
      TimeLimit.await(this, () -> isPrepared, 1000L * TimeLimit.seconds());
    }
    LiveSelection live = selection;
    return live == null ? List.of() : live.handles(isOurs);
  }
}
