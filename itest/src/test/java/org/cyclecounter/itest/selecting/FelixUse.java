// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.cyclecounter.itest.selecting.FirstUse.say;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Starts Felix with bundles, the selector last, and prints its selection, as {@link FirstUse} does.
 */
public final class FelixUse {

  private static final String SERVICE = "org.cyclecounter.selector.SelectionService";
  private static final String SELECTED = "org.cyclecounter.selector.CycleCounterSelector$Selected";
  private static final int LIMIT_S = 120;
  private static final int ATTEMPTS = 4;

  private FelixUse() {}

  /**
   * Runs.
   *
   * @param arguments the JARs
   * @throws Exception if the framework does not work
   */
  public static void main(String[] arguments) throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, "bundles"));
    framework.start();
    String health = Health.now();
    BundleContext context = framework.getBundleContext();
    Map<String, Bundle> bundles = new LinkedHashMap<>();
    for (String jar : arguments) {
      Bundle bundle = context.installBundle(Path.of(jar).toUri().toString());
      bundles.put(bundle.getSymbolicName(), bundle);
    }
    Bundle selector = bundles.remove("org.cyclecounter.selector");
    for (Bundle bundle : bundles.values()) {
      bundle.start();
    }
    int status = 1;
    try {
      selector.start();
      describe(context, selector);
      Health.compareWith(health);
      framework.stop();
      framework.waitForStop(TimeUnit.SECONDS.toMillis(LIMIT_S));
      say("ended", "yes");
      status = 0;
    } catch (Exception e) {
      say("failed", e.toString());
    }
    System.exit(status); // the framework's threads stay
  }

  private static void describe(BundleContext context, Bundle selector) throws Exception {
    Object service = context.getService(reference(context));
    Object selected = newest(selector.loadClass(SERVICE).getMethod("newest"), service);
    Class<?> type = selector.loadClass(SELECTED);
    Object report = type.getMethod("report").invoke(selected);
    System.out.println(); // a counter may have begun a line
    say("selected", (String) call(report, "implementation"));
    for (Object row : (List<?>) call(report, "counters")) {
      say("row", call(row, "name") + "\t" + call(row, "verdict") + ": " + call(row, "reason"));
    }
    Object counter = type.getMethod("counter").invoke(selected);
    var cycles = type.getMethod("counter").getReturnType().getMethod("cycles");
    long first = (long) cycles.invoke(counter);
    say("it rises", Boolean.toString((long) cycles.invoke(counter) > first));
  }

  /**
   * Asks again: a caller waits for two minutes, which a selection among providers that end may
   * exceed on a busy machine.
   */
  private static Object newest(Method method, Object service) throws Exception {
    for (int attempts = 1; ; attempts++) {
      try {
        return method.invoke(service);
      } catch (InvocationTargetException e) {
        if (attempts == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** All: the class path has the service's class as well, which is another. */
  private static ServiceReference<?> reference(BundleContext context) throws Exception {
    while (true) {
      ServiceReference<?>[] found = context.getAllServiceReferences(SERVICE, null);
      if (found != null) {
        return found[0];
      }
      Thread.sleep(100); // the test ends a program that never comes to its end
    }
  }

  /** Of a record, the class of which is the framework's. */
  private static Object call(Object value, String method) throws ReflectiveOperationException {
    return value.getClass().getMethod(method).invoke(value);
  }
}
