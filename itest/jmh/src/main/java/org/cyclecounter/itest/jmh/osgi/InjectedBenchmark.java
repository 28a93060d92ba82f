// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.osgi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongUnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.cyclecounter.itest.jmh.AverageTime;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** One read of the service, in a bundle of its own; the framework is Felix. */
public class InjectedBenchmark extends AverageTime {

  private static final int LOOP = 1000;
  private static final long LIMIT_MS = 30_000;

  private Path storage;
  private Framework framework;
  private LongUnaryOperator reader;

  @Setup
  public void start() throws IOException, BundleException, InterruptedException {
    storage = Files.createTempDirectory("cyclecounter-framework-");
    framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
    framework.start();
    BundleContext context = framework.getBundleContext();
    List<Bundle> bundles = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      File jar = new File(entry);
      if (jar.getName().startsWith("cyclecounter-")
          && !jar.getName().matches(".*-(bench|diagnostics|tools)-.*")) {
        bundles.add(context.installBundle(jar.toURI().toString()));
      }
    }
    bundles.add(context.installBundle("reader", new ByteArrayInputStream(readersBundle())));
    for (Bundle bundle : bundles) {
      bundle.start();
    }
    ServiceTracker<LongUnaryOperator, LongUnaryOperator> tracker =
        new ServiceTracker<>(context, LongUnaryOperator.class, null);
    tracker.open();
    reader = tracker.waitForService(LIMIT_MS);
    if (reader == null) {
      throw new IllegalStateException("no counter was given within " + LIMIT_MS + " ms");
    }
  }

  private static byte[] readersBundle() throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
    main.putValue(Constants.BUNDLE_SYMBOLICNAME, "reader");
    main.putValue(Constants.BUNDLE_ACTIVATOR, Reader.class.getName());
    main.putValue(
        Constants.IMPORT_PACKAGE, "org.cyclecounter,org.osgi.framework,org.osgi.util.tracker");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (String suffix : List.of("", "$1")) {
        String file = Reader.class.getName().replace('.', '/') + suffix + ".class";
        jar.putNextEntry(new ZipEntry(file));
        try (InputStream in = Reader.class.getClassLoader().getResourceAsStream(file)) {
          if (in == null) {
            throw new IOException(file + " is missing");
          }
          in.transferTo(jar);
        }
      }
    }
    return bytes.toByteArray();
  }

  @TearDown
  public void stop() throws IOException, BundleException, InterruptedException {
    framework.stop();
    framework.waitForStop(LIMIT_MS);
    try (var files = Files.walk(storage)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Benchmark
  @OperationsPerInvocation(LOOP)
  public long injectedByOsgi() {
    return reader.applyAsLong(LOOP);
  }
}
