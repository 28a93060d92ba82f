// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;

/** Bundles and services that go while the trackers look at them, by frameworks made by hand. */
class ProviderTrackerTest {

  private static final String SERVICES_FILE =
      "META-INF/services/" + CycleCounterProvider.class.getName();

  private final List<Bundle> bundles = new ArrayList<>();
  private final List<ServiceReference<?>> references = new ArrayList<>();
  private final List<BundleListener> listeners = new ArrayList<>();
  private int changes;

  /** Answers by the names of methods; others give null, zero or false. */
  private <T> T fake(Class<T> type, Map<String, Callable<?>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Callable<?> answer = answers.get(method.getName());
              if (answer != null) {
                return answer.call();
              }
              if (method.getName().equals("addBundleListener")) {
                listeners.add((BundleListener) arguments[0]);
              }
              return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "a fake " + type.getSimpleName();
                default ->
                    method.getReturnType() == int.class
                        ? 0
                        : method.getReturnType() == boolean.class ? Boolean.FALSE : null;
              };
            }));
  }

  private static <T> Callable<T> throwing(RuntimeException e) {
    return () -> {
      throw e;
    };
  }

  /** A bundle of that state, whose wiring answers so. */
  private Bundle bundle(int state, Map<String, Callable<?>> wiring) {
    long number = bundles.size() + 1;
    Map<String, Callable<?>> answers = new Hashtable<>();
    answers.put("getState", () -> state);
    answers.put("getBundleId", () -> number);
    answers.put("getSymbolicName", () -> "bundle" + number);
    answers.put("getResources", throwing(new IllegalStateException("uninstalled")));
    answers.put("adapt", () -> fake(BundleWiring.class, wiring));
    Bundle made = fake(Bundle.class, answers);
    bundles.add(made);
    return made;
  }

  private static List<URL> file(Callable<InputStream> content) throws IOException {
    URLStreamHandler handler =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {
                connected = true;
              }

              @Override
              public InputStream getInputStream() throws IOException {
                try {
                  return content.call();
                } catch (IOException | RuntimeException e) {
                  throw e;
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              }
            };
          }
        };
    return List.of(new URL(null, "fake:/" + SERVICES_FILE, handler));
  }

  private static List<URL> listing(String type) throws IOException {
    return file(() -> new ByteArrayInputStream(type.getBytes(StandardCharsets.UTF_8)));
  }

  private BundleContext context() {
    return fake(
        BundleContext.class,
        Map.of(
            "getBundles", () -> bundles.toArray(new Bundle[0]),
            "getServiceReferences", () -> references.toArray(new ServiceReference<?>[0]),
            "getService", throwing(new IllegalStateException("a broken factory"))));
  }

  private ProviderTracker open() {
    ProviderTracker tracker = new ProviderTracker(context(), () -> changes++);
    tracker.open();
    return tracker;
  }

  @Test
  void tracksTheOthersWhateverTheFrameworkThrowsAboutBundlesThatGo() throws Exception {
    // No service file, so its capabilities are asked for; null once the wiring is not in use.
    bundle(Bundle.ACTIVE, Map.of("findEntries", List::of));
    bundle(Bundle.UNINSTALLED, Map.of("findEntries", () -> listing("com.example.Skipped")));
    bundle(
        Bundle.ACTIVE,
        Map.of("findEntries", throwing(new IllegalStateException("invalid bundle"))));
    List<URL> closed = file(throwing(new IllegalStateException("zip file closed")));
    bundle(Bundle.ACTIVE, Map.of("findEntries", () -> closed));
    List<URL> damaged =
        file(
            () -> {
              throw new IOException("damaged");
            });
    bundle(Bundle.STARTING, Map.of("findEntries", () -> damaged));
    bundles.add(
        fake(
            Bundle.class,
            Map.of(
                "getState", () -> Bundle.ACTIVE,
                "getBundleId", () -> 77L,
                "adapt", throwing(new NullPointerException("of the framework")))));
    int[] state = {Bundle.ACTIVE};
    Bundle tracked =
        fake(
            Bundle.class,
            Map.of(
                "getState", () -> state[0],
                "getBundleId", () -> 78L,
                "adapt",
                    () ->
                        fake(
                            BundleWiring.class,
                            Map.of("findEntries", () -> listing("com.example.Tracked # one")))));
    bundles.add(tracked);
    references.add(fake(ServiceReference.class, Map.of()));
    try (Logged logged = new Logged()) {
      ProviderTracker tracker = open();
      assertThat(tracker.providers())
          .extracting(BundleProvider::type)
          .containsExactly("com.example.Tracked");
      assertThat(changes).isEqualTo(1);
      // These are active still, so their files are at fault.
      assertThat(logged.warnings()).hasSize(4).allMatch(line -> line.contains(SERVICES_FILE));
      state[0] = Bundle.STOPPING;
      BundleEvent stopping = new BundleEvent(BundleEvent.STOPPING, tracked);
      listeners.forEach(listener -> listener.bundleChanged(stopping));
      assertThat(tracker.providers()).isEmpty();
      assertThat(changes).isEqualTo(2);
    }
  }

  @Test
  void bundleThatGoesIsNoWarning() throws Exception {
    List<Integer> states = new ArrayList<>(List.of(Bundle.ACTIVE, Bundle.ACTIVE));
    Map<String, Callable<?>> answers = new Hashtable<>();
    answers.put("getState", () -> states.isEmpty() ? Bundle.UNINSTALLED : states.remove(0));
    answers.put("getBundleId", () -> 1L);
    answers.put(
        "adapt",
        () -> {
          states.clear();
          throw new IllegalStateException("uninstalled");
        });
    bundles.add(fake(Bundle.class, answers));
    try (Logged logged = new Logged()) {
      assertThat(open().providers()).isEmpty();
      assertThat(logged.warnings()).isEmpty();
      assertThat(logged.debug()).singleElement().asString().contains("cannot be read");
    }
  }
}
