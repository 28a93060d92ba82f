// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.cyclecounter.selector.discovery.Container;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.limits.TimeLimit;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Starts and stops all of it. Starting starts a thread and no more: a start-up waits for each class
 * that is loaded here: cold start 1, 2 and 15.
 */
public final class Activator
    implements BundleActivator, Reselection.Work, Supplier<List<ProviderHandle>> {

  private final CountDownLatch prepared = new CountDownLatch(1);
  private final Reselection thread = new Reselection(this);
  private @Nullable BundleContext context;
  private volatile @Nullable LiveSelection selection;

  /** Made by the framework, for each start. */
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
  public void prepare() {
    BundleContext ours = context;
    if (ours == null) {
      throw new AssertionError("not started");
    }
    try {
      LiveSelection live = new LiveSelection(ours, thread);
      selection = live;
      live.open();
    } finally {
      prepared.countDown();
    }
  }

  @Override
  public boolean isStarting() {
    LiveSelection live = selection;
    return live != null && live.isStarting();
  }

  @Override
  public void selectAndPublish() {
    LiveSelection live = selection;
    if (live != null) {
      live.selectAndPublish();
    }
  }

  /** The providers, for whoever in this bundle discovers them. */
  @Override
  public List<ProviderHandle> get() {
    boolean isOurs = thread.isCurrentThread();
    if (!isOurs) {
      TimeLimit.uninterrupted(this::awaitPrepared, null, 1000L * TimeLimit.seconds());
    }
    LiveSelection live = selection;
    if (live == null) {
      return List.of();
    }
    return live.handles(isOurs);
  }

  private boolean awaitPrepared() {
    try {
      return prepared.await(TimeLimit.seconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false; // not of this thread, which nobody knows
    }
  }
}
