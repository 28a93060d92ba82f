// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
