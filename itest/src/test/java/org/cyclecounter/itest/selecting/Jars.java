// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.many.P0000;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Makes JARs of the classes of these tests. */
final class Jars {

  private Jars() {}

  static String entry(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  static byte[] bytes(Class<?> type) throws IOException {
    return Files.readAllBytes(Program.TESTS.resolve(entry(type)));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Makes a JAR of the given number of healthy clocks. */
  static Path clocks(Path jar, int count) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    String types = addClocks(entries, count);
    entries.put(Program.SERVICES, utf8(types));
    return write(jar, Map.of(), entries);
  }

  /** Adds one class under many names, and returns them as lines. */
  static String addClocks(Map<String, byte[]> entries, int count) throws IOException {
    StringBuilder names = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      String name = String.format(Locale.ROOT, "P%04d", i);
      entries.put("com/example/many/" + name + ".class", renamed(P0000.class, name));
      names.append("com.example.many.").append(name).append('\n');
    }
    return names.toString();
  }

  /** The class file of a copy under another name, which has the same length. */
  static byte[] renamed(Class<?> type, String name) throws IOException {
    return new String(bytes(type), StandardCharsets.ISO_8859_1)
        .replace(type.getSimpleName(), name)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  static Path write(Path jar, Map<String, String> attributes, Map<String, byte[]> entries)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
      }
    }
    return jar;
  }
}
