// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.osgi.Fakes.fake;
import static org.cyclecounter.selector.osgi.Fakes.throwing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.osgi.Fakes.Answer;
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

  /** A bundle of that state, whose wiring answers so. */
  private Bundle bundle(int state, Map<String, Answer> wiring) {
    long number = bundles.size() + 1;
    Map<String, Answer> answers = new Hashtable<>();
    answers.put("getState", call -> state);
    answers.put("getBundleId", call -> number);
    answers.put("getSymbolicName", call -> "bundle" + number);
    answers.put("getResources", throwing(new IllegalStateException("uninstalled")));
    answers.put("adapt", call -> fake(BundleWiring.class, wiring));
    Bundle made = fake(Bundle.class, answers);
    bundles.add(made);
    return made;
  }

  private static List<URL> file(Answer content) throws IOException {
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
                  return (InputStream) content.to(new Object[0]);
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
    return file(call -> new ByteArrayInputStream(type.getBytes(StandardCharsets.UTF_8)));
  }

  private BundleContext context() {
    return fake(
        BundleContext.class,
        Map.of(
            "getBundles", call -> bundles.toArray(new Bundle[0]),
            "getServiceReferences", call -> references.toArray(new ServiceReference<?>[0]),
            "getService", throwing(new IllegalStateException("a broken factory")),
            "addBundleListener", call -> listeners.add((BundleListener) call[0])));
  }

  private ProviderTracker open() {
    ProviderTracker tracker = new ProviderTracker(context(), () -> changes++);
    tracker.open();
    return tracker;
  }

  @Test
  void tracksOtherBundlesWhateverTheFrameworkThrowsAboutOne() throws Exception {
    // No service file, so its capabilities are asked for; null once the wiring is not in use.
    bundle(Bundle.ACTIVE, Map.of("findEntries", call -> List.of()));
    bundle(Bundle.UNINSTALLED, Map.of("findEntries", call -> listing("com.example.Skipped")));
    bundle(
        Bundle.ACTIVE,
        Map.of("findEntries", throwing(new IllegalStateException("invalid bundle"))));
    List<URL> closed = file(throwing(new IllegalStateException("zip file closed")));
    bundle(Bundle.ACTIVE, Map.of("findEntries", call -> closed));
    List<URL> damaged = file(throwing(new IOException("damaged")));
    bundle(Bundle.STARTING, Map.of("findEntries", call -> damaged));
    bundles.add(
        fake(
            Bundle.class,
            Map.of(
                "getState", call -> Bundle.ACTIVE,
                "getBundleId", call -> 77L,
                "adapt", throwing(new NullPointerException("of the framework")))));
    int[] state = {Bundle.ACTIVE};
    Bundle tracked =
        fake(
            Bundle.class,
            Map.of(
                "getState", call -> state[0],
                "getBundleId", call -> 78L,
                "adapt",
                    call ->
                        fake(
                            BundleWiring.class,
                            Map.of("findEntries", files -> listing("com.example.Tracked # one")))));
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
  void doesNotWarnOfABundleThatGoesMeanwhile() throws Exception {
    List<Integer> states = new ArrayList<>(List.of(Bundle.ACTIVE, Bundle.ACTIVE));
    Map<String, Answer> answers = new Hashtable<>();
    answers.put("getState", call -> states.isEmpty() ? Bundle.UNINSTALLED : states.remove(0));
    answers.put("getBundleId", call -> 1L);
    answers.put(
        "adapt",
        call -> {
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
