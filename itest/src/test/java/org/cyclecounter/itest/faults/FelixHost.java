// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.cyclecounter.itest.machines.JvmSignals;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Runs {@link FaultHost} in Felix: the project's JARs and the faults' are bundles, and so is the
 * host, which sees of them what a bundle may see. The providers are made here, as somebody's
 * activator would make them.
 */
public final class FelixHost {

  /**
   * Counters that end the process and say that they cannot: whoever hands them over is believed.
   */
  static final Set<String> LYING = Set.of("fault-lying-native", "fault-lying-exit");

  /** Providers that whoever makes them cannot make: no business of the selector's here. */
  static final Set<String> NOT_MADE =
      Set.of(
          "MissingClass",
          "BadProviders$BlockedConstructor",
          "BadProviders$FailedConstructor",
          "BadProviders$FailedInitializer",
          "BadProviders$PrivateConstructor",
          "BadProviders$ArgumentConstructor",
          "BadProviders$NotAProvider");

  private static final String SERVICES =
      "META-INF/services/org.cyclecounter.spi.CycleCounterProvider";
  private static final List<Class<?>> HOST = List.of(FaultHost.class, JvmSignals.class);

  private FelixHost() {}

  /**
   * In a JVM of its own.
   *
   * @param arguments the isolation, then the JARs
   * @throws Exception if the framework does not work
   */
  public static void main(String[] arguments) throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(
                Map.of(
                    Constants.FRAMEWORK_STORAGE,
                    "bundles",
                    Constants.FRAMEWORK_STORAGE_CLEAN,
                    Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
    framework.start();
    BundleContext context = framework.getBundleContext();
    List<Bundle> bundles = new ArrayList<>();
    for (String jar : List.of(arguments).subList(1, arguments.length)) {
      if (Path.of(jar).getFileName().toString().startsWith("cyclecounter-")) {
        bundles.add(context.installBundle(Path.of(jar).toUri().toString()));
      }
    }
    Bundle host = context.installBundle("host", new ByteArrayInputStream(hostJar()));
    List<Object> providers = new ArrayList<>();
    for (Bundle bundle : bundles) {
      if (bundle.getSymbolicName().equals("org.cyclecounter.selector")) {
        continue; // started, it would select by itself beside the host
      }
      bundle.start();
      providers.addAll(providers(bundle));
    }
    host.loadClass(FaultHost.class.getName())
        .getMethod("run", List.class, String[].class, String.class)
        .invoke(null, providers, LYING.toArray(String[]::new), arguments[0]);
    framework.stop();
    framework.waitForStop(10_000);
  }

  private static List<Object> providers(Bundle bundle) throws Exception {
    List<Object> providers = new ArrayList<>();
    URL services = bundle.getEntry(SERVICES);
    if (services != null) {
      try (InputStream in = services.openStream()) {
        for (String name : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
          if (!NOT_MADE.contains(name.substring(name.lastIndexOf('.') + 1))) {
            providers.add(bundle.loadClass(name).getConstructor().newInstance());
          }
        }
      }
    }
    return providers;
  }

  private static byte[] hostJar() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
    attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, "host");
    attributes.putValue(
        Constants.IMPORT_PACKAGE,
        "org.cyclecounter,org.cyclecounter.spi,org.cyclecounter.selector");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (Class<?> type : HOST) {
        String file = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(file));
        Files.copy(FaultRun.CLASSES.resolve(file), jar);
      }
    }
    return bytes.toByteArray();
  }
}
