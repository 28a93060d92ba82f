// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.selector.Raising.raise;
import static org.cyclecounter.selector.osgi.Fakes.fake;
import static org.cyclecounter.selector.osgi.Fakes.throwing;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.discovery.ThirdParties;
import org.cyclecounter.selector.osgi.Fakes.Answer;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @TempDir Path directory;
  private final List<Bundle> bundles = new ArrayList<>();
  private final List<ServiceReference<?>> references = new ArrayList<>();
  private final List<BundleListener> listeners = new ArrayList<>();
  private int changes;

  /** The objects that the framework gives for services. */
  private Answer service = throwing(new IllegalStateException("a broken factory"));

  /** The classes that every bundle sees. */
  private Answer classes = call -> Class.forName((String) call[0]);

  /** The first bundle, with number 0, is the framework itself: it shows the JDK's files. */
  ProviderTrackerTest() {
    bundle(Bundle.ACTIVE, call -> listing("com.example.OfJdk"));
  }

  /** A bundle that answers so for its state, and for its wiring. */
  private Bundle bundle(Answer state, Answer wiring) {
    long number = bundles.size();
    Bundle made =
        fake(
            Bundle.class,
            Map.of(
                "getState", state,
                "getBundleId", call -> number,
                "getSymbolicName", call -> "bundle" + number,
                "loadClass", call -> classes.to(call),
                "getResources", call -> raise(new IllegalStateException("uninstalled")),
                "adapt", wiring));
    bundles.add(made);
    return made;
  }

  private Bundle bundle(int state, Answer files) {
    return bundle(call -> state, call -> fake(BundleWiring.class, Map.of("findEntries", files)));
  }

  private List<URL> listing(String type) throws IOException {
    return List.of(Files.writeString(directory.resolve(type), type).toUri().toURL());
  }

  private BundleContext context() {
    return fake(
        BundleContext.class,
        Map.of(
            "getBundles", call -> bundles.toArray(new Bundle[0]),
            "getServiceReferences", call -> references.toArray(new ServiceReference<?>[0]),
            "getService", service,
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
    bundle(Bundle.ACTIVE, call -> List.of());
    bundle(Bundle.UNINSTALLED, call -> listing("com.example.Skipped"));
    bundle(Bundle.ACTIVE, throwing(new IllegalStateException("invalid bundle")));
    bundle(Bundle.STARTING, call -> List.of(new URL("file:/nowhere")));
    bundle(call -> Bundle.ACTIVE, throwing(new NullPointerException("of the framework")));
    int[] state = {Bundle.ACTIVE};
    Answer listing = call -> listing("com.example.Tracked # one");
    Bundle tracked =
        bundle(call -> state[0], call -> fake(BundleWiring.class, Map.of("findEntries", listing)));
    references.add(fake(ServiceReference.class, Map.of()));
    try (Logged logged = new Logged()) {
      ProviderTracker tracker = open();
      assertThat(tracker.providers())
          .extracting(BundleProvider::type)
          .containsExactly("com.example.Tracked");
      assertThat(changes).isEqualTo(1);
      // These are active still, so their files are at fault.
      assertThat(logged.warnings()).hasSize(3).allMatch(line -> line.contains(SERVICES_FILE));
      state[0] = Bundle.STOPPING;
      BundleEvent stopping = new BundleEvent(BundleEvent.STOPPING, tracked);
      listeners.forEach(listener -> listener.bundleChanged(stopping));
      assertThat(tracker.providers()).isEmpty();
      assertThat(changes).isEqualTo(2);
    }
  }

  @Test
  void countsProviderThatItsBundleListsAndRegistersAsRegistered() throws Exception {
    service = call -> new ThirdParties.Sound();
    String type = ThirdParties.Sound.class.getName();
    Bundle both = bundle(Bundle.ACTIVE, call -> listing(type));
    bundle(Bundle.ACTIVE, call -> listing(type));
    references.add(fake(ServiceReference.class, Map.of("getBundle", call -> both)));
    assertThat(open().providers())
        .extracting(one -> one.bundle.getBundleId() + " " + one.type() + " " + one.isFound())
        .containsExactly("1 " + type + " false", "2 " + type + " true");
  }

  @Test
  void namesPackageThatBundleOfListedProviderDoesNotImport() throws Exception {
    String type = ThirdParties.Sound.class.getName();
    bundle(Bundle.ACTIVE, call -> listing(type));
    assertThat(open().providers().get(0).call()).isInstanceOf(ThirdParties.Sound.class);
    Answer all = classes;
    for (Class<?> missing : List.of(CycleCounterProvider.class, CounterKind.class)) {
      classes =
          call ->
              call[0].equals(missing.getName())
                  ? raise(new ClassNotFoundException())
                  : all.to(call);
      String why =
          "the bundle imports no package %s; add Import-Package:"
              + " org.cyclecounter,org.cyclecounter.spi, or build it with bnd";
      try (Logged logged = new Logged()) {
        for (int restart = 0; restart < 2; restart++) {
          BundleProvider provider = open().providers().get(0);
          assertThatThrownBy(provider::call).hasMessage(why, missing.getPackageName());
        }
        String warning = type + " of a fake Bundle: " + why.formatted(missing.getPackageName());
        assertThat(logged.warnings()).containsExactly(warning);
      }
    }
  }

  @Test
  void doesNotWarnOfABundleThatGoesMeanwhile() throws Exception {
    List<Integer> states = new ArrayList<>(List.of(Bundle.ACTIVE, Bundle.ACTIVE));
    bundle(
        call -> states.isEmpty() ? Bundle.UNINSTALLED : states.remove(0),
        call -> {
          states.clear();
          throw new IllegalStateException("uninstalled");
        });
    try (Logged logged = new Logged()) {
      assertThat(open().providers()).isEmpty();
      assertThat(logged.warnings()).isEmpty();
      assertThat(logged.debug()).singleElement().asString().contains("cannot be read");
    }
  }
}
