// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * An OSGi framework with the bundles a test asks for: Felix or Equinox, whichever is on the class
 * path. Exactly one may be, so the tests run twice, in two executions of failsafe, each of which
 * leaves the other framework out ({@code classpathDependencyExcludes} in this module's POM).
 *
 * <p>Bundles are JARs in the folder that the system property {@code bundles} names, where the POM's
 * maven-dependency-plugin copies them, without versions in their names:
 *
 * <pre>{@code
 * try (Container container = Container.start(temporaryDirectory)) {
 *   container.run("cyclecounter-api", "cyclecounter-selector", "cyclecounter-x86");
 *   Object service = container.await("org.cyclecounter.CycleCounter");
 *   long cycles = Views.of(CycleCounter.class, service).cycles();
 * }
 * }</pre>
 *
 * <p>The framework's storage is always empty at first. Nothing of the test's class path is visible
 * in the framework but {@code java.*}; so a service's classes are not the test's, and {@link Views}
 * stands between them. Not thread-safe.
 */
public final class Container implements AutoCloseable {

  /**
   * The time for an event that is certain to come, on a busy machine; no test waits for its end.
   */
  public static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Something that is waited for. */
  public interface Condition {
    /** Returns true once it has come; what it throws fails the test. */
    boolean holds() throws Exception;
  }

  private final Framework framework;

  private Container(Framework framework) {
    this.framework = framework;
  }

  /**
   * Starts a bare framework.
   *
   * @param storage a directory that may be written to, such as JUnit's temporary one
   * @return the framework, started
   * @throws BundleException if it does not start
   */
  public static Container start(Path storage) throws BundleException {
    Container container = prepare(storage, Map.of());
    container.framework.start();
    return container;
  }

  /**
   * Prepares a framework that is not started yet: bundles started in it wait for {@link #start()}.
   *
   * @param storage a directory that may be written to
   * @param properties more launching properties
   * @return the framework, initialised
   * @throws BundleException if it cannot be initialised
   */
  public static Container prepare(Path storage, Map<String, String> properties)
      throws BundleException {
    List<FrameworkFactory> factories = new ArrayList<>();
    ServiceLoader.load(FrameworkFactory.class).forEach(factories::add);
    if (factories.size() != 1) {
      throw new IllegalStateException(
          "exactly one framework must be on the class path, not " + factories);
    }
    Map<String, String> all = new HashMap<>(properties);
    all.put(Constants.FRAMEWORK_STORAGE, storage.resolve("framework").toString());
    all.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    Framework framework = factories.get(0).newFramework(all);
    framework.init();
    return new Container(framework);
  }

  /** Starts a framework that was only prepared, and the bundles marked to be started in it. */
  public void start() throws BundleException {
    framework.start();
  }

  /** The system bundle's context, valid until the container is closed. */
  public BundleContext context() {
    return framework.getBundleContext();
  }

  /** The framework itself, its system bundle. */
  public Framework framework() {
    return framework;
  }

  /**
   * A JAR of the folder of bundles.
   *
   * @param name its file's name without {@code .jar}, such as {@code "cyclecounter-api"}
   * @return its path
   */
  public static Path jar(String name) {
    Path jar = Path.of(System.getProperty("bundles", "target/bundles"), name + ".jar");
    if (!Files.exists(jar)) {
      throw new IllegalArgumentException(
          jar + " is missing; copy it with maven-dependency-plugin in this module's POM");
    }
    return jar;
  }

  /**
   * Installs a JAR of the folder of bundles.
   *
   * @param name its file's name without {@code .jar}
   * @return the bundle, not started
   * @throws BundleException if it is not a bundle
   */
  public Bundle install(String name) throws BundleException {
    return context().installBundle(jar(name).toUri().toString());
  }

  /**
   * Installs a bundle made by the test.
   *
   * @param location any name that no other bundle has
   * @param jar its bytes
   * @return the bundle, not started
   * @throws BundleException if it is not a bundle
   */
  public Bundle install(String location, byte[] jar) throws BundleException {
    return context().installBundle(location, new ByteArrayInputStream(jar));
  }

  /**
   * Installs JARs of the folder of bundles, all of them first, and starts them in this order;
   * fragments are not started.
   *
   * @param names the files' names without {@code .jar}
   * @return the bundles, active, or waiting for a class of theirs to be loaded (lazy activation)
   * @throws BundleException if one cannot be resolved or started
   */
  public List<Bundle> run(String... names) throws BundleException {
    return run(List.of(names));
  }

  /**
   * Installs and starts JARs of the folder of bundles, likewise.
   *
   * @param names the files' names without {@code .jar}
   * @return the bundles
   * @throws BundleException if one cannot be resolved or started
   */
  public List<Bundle> run(Collection<String> names) throws BundleException {
    List<Bundle> bundles = new ArrayList<>();
    for (String name : names) {
      bundles.add(install(name));
    }
    for (Bundle bundle : bundles) {
      if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
        bundle.start(Bundle.START_ACTIVATION_POLICY);
      }
    }
    return bundles;
  }

  /**
   * Refreshes bundles and what depends on them, and waits until that is done.
   *
   * @param bundles none for all that were updated or uninstalled
   * @throws InterruptedException if the thread is interrupted
   */
  public void refresh(Bundle... bundles) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    framework
        .adapt(FrameworkWiring.class)
        .refreshBundles(
            bundles.length == 0 ? null : List.of(bundles),
            event -> {
              if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                done.countDown();
              }
            });
    if (!done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("bundles were not refreshed within " + PATIENCE);
    }
  }

  /**
   * The services of a class that match, best first.
   *
   * @param objectClass a class's name
   * @param filter an LDAP filter, or null for all
   * @return references; empty if there are none
   */
  public List<ServiceReference<?>> services(String objectClass, String filter) {
    try {
      // All: the test is wired to no bundle's packages.
      ServiceReference<?>[] found = context().getAllServiceReferences(objectClass, filter);
      List<ServiceReference<?>> references =
          new ArrayList<>(found == null ? List.of() : List.of(found));
      references.sort((one, other) -> other.compareTo(one));
      return references;
    } catch (InvalidSyntaxException e) {
      throw new IllegalArgumentException("bad filter: " + filter, e);
    }
  }

  /**
   * Waits for a service.
   *
   * @param objectClass a class's name
   * @return the best service
   * @throws Exception if the thread is interrupted
   */
  public Object await(String objectClass) throws Exception {
    return await(objectClass, null);
  }

  /**
   * Waits for a service that matches.
   *
   * @param objectClass a class's name
   * @param filter an LDAP filter, or null
   * @return the best service
   * @throws Exception if the thread is interrupted
   */
  public Object await(String objectClass, String filter) throws Exception {
    Object[] found = new Object[1];
    await(
        () -> {
          List<ServiceReference<?>> references = services(objectClass, filter);
          found[0] = references.isEmpty() ? null : context().getService(references.get(0));
          return found[0] != null;
        },
        "a service " + objectClass + (filter == null ? "" : " with " + filter));
    return found[0];
  }

  /**
   * Waits for anything that is certain to come.
   *
   * @param condition asked every 5 ms
   * @param what is waited for, for the error
   * @throws Exception what the condition throws
   */
  public static void await(Condition condition, String what) throws Exception {
    long startNs = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - startNs > PATIENCE.toNanos()) {
        throw new AssertionError("no " + what + " within " + PATIENCE);
      }
      Thread.sleep(5);
    }
  }

  /**
   * Stops the framework and waits until it has ended.
   *
   * @throws BundleException if it cannot be stopped
   */
  @Override
  public void close() throws BundleException {
    framework.stop();
    int end;
    try {
      end = framework.waitForStop(PATIENCE.toMillis()).getType();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (end == FrameworkEvent.WAIT_TIMEDOUT) {
      throw new AssertionError("the framework did not stop within " + PATIENCE);
    }
  }
}
