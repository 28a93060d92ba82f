// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * A provider of a bundle: the same object in every selection for as long as the bundle offers it.
 * It is created at its first use, which runs the bundle's code, so never in a callback of the
 * framework, and not before a child JVM has had it if the bundle only lists it. Thread-safe.
 *
 * <p>A constructor runs once at most, also if it throws: a constructor that does not return would
 * occupy another thread with each selection.
 */
final class BundleProvider implements ProviderHandle {

  final Bundle bundle;
  private final boolean isListed;
  private final String type;

  /** Runs the constructor, once, on the first thread that asks for the provider. */
  private final FutureTask<CycleCounterProvider> creation;

  /** Null until it has been created here. */
  private volatile @Nullable CycleCounterProvider created;

  private volatile @Nullable Rejection earlierFailure;

  /**
   * Describes a provider.
   *
   * @param isListed true if the bundle lists it, false if it is registered as a service
   * @param type the name of its class, which is not loaded yet
   * @param maker creates it; runs the bundle's code
   */
  BundleProvider(
      Bundle bundle, boolean isListed, String type, Callable<CycleCounterProvider> maker) {
    this.bundle = bundle;
    this.isListed = isListed;
    this.type = type;
    creation = new FutureTask<>(() -> created = maker.call());
  }

  /** Returns true if this listed provider is that registered one. */
  boolean isListingOf(BundleProvider other) {
    boolean isSame = bundle.getBundleId() == other.bundle.getBundleId() && type.equals(other.type);
    return isSame && isListed && !other.isListed;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public String describe() {
    return type + " of the bundle " + bundleName() + " " + bundle.getVersion();
  }

  /** Returns the symbolic name of the bundle; the location of a plain JAR, which has no name. */
  String bundleName() {
    String name = bundle.getSymbolicName();
    return name == null ? bundle.getLocation() : name;
  }

  /** Returns true if the bundle lists it: one that it registers as a service runs already. */
  @Override
  public boolean isFound() {
    return isListed;
  }

  @Override
  public @Nullable Class<?> loaded() {
    CycleCounterProvider provider = created;
    return provider == null ? null : provider.getClass();
  }

  /** Without a class, returns the wiring's: loading one starts a bundle of lazy activation. */
  @Override
  public ClassLoader loader() {
    BundleWiring wiring = loaded() == null ? bundle.adapt(BundleWiring.class) : null;
    ClassLoader loader = wiring == null ? null : wiring.getClassLoader();
    return loader == null ? ProviderHandle.super.loader() : loader; // null: it has gone
  }

  @Override
  public void failed(Rejection why) {
    earlierFailure = why;
  }

  @Override
  public @Nullable Rejection earlierFailure() {
    return earlierFailure;
  }

  /** Creates the provider at the first call; gives the same one, or throws the same, afterwards. */
  @Override
  public CycleCounterProvider call() throws Exception {
    creation.run(); // does nothing after the first time
    if (!creation.isDone()) {
      throw new CounterUnavailableException(
          "its constructor has not returned since an earlier selection; stop the bundle");
    }
    try {
      return creation.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }
}
