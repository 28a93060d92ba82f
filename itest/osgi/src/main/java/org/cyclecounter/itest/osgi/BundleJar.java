// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;

/** Makes a small bundle of a test's own classes. Not thread-safe. */
public final class BundleJar {

  private final Manifest manifest = new Manifest();
  private final Map<String, byte[]> files = new LinkedHashMap<>();

  private BundleJar() {}

  /**
   * Begins a bundle that imports nothing.
   *
   * @param symbolicName its symbolic name
   * @return the empty bundle
   */
  public static BundleJar named(String symbolicName) {
    return plain()
        .header(Constants.BUNDLE_MANIFESTVERSION, "2")
        .header(Constants.BUNDLE_SYMBOLICNAME, symbolicName);
  }

  /**
   * Begins a JAR without any header of OSGi, which frameworks take, too.
   *
   * @return the empty JAR
   */
  public static BundleJar plain() {
    BundleJar jar = new BundleJar();
    return jar.header(Attributes.Name.MANIFEST_VERSION.toString(), "1.0");
  }

  /**
   * Sets a header of the manifest.
   *
   * @param name the header's name
   * @param value its value
   * @return this
   */
  public BundleJar header(String name, String value) {
    manifest.getMainAttributes().putValue(name, value);
    return this;
  }

  /**
   * Adds classes.
   *
   * @param types classes of the test's class path; nested ones are to be named, too
   * @return this
   */
  public BundleJar classes(Class<?>... types) {
    for (Class<?> type : types) {
      String file = type.getName().replace('.', '/') + ".class";
      try (InputStream in = type.getResourceAsStream("/" + file)) {
        if (in == null) {
          throw new IllegalArgumentException(type + " is in no file");
        }
        files.put(file, in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return this;
  }

  /**
   * Adds a text file.
   *
   * @param name its path in the JAR
   * @param text what is in it
   * @return this
   */
  public BundleJar file(String name, String text) {
    files.put(name, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /**
   * Makes the JAR.
   *
   * @return its bytes
   */
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        jar.putNextEntry(new JarEntry(file.getKey()));
        jar.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
