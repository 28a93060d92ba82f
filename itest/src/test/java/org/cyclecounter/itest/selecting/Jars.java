// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.many.P0000;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Makes JARs of the classes of these tests. */
final class Jars {

  private Jars() {}

  static byte[] bytes(Class<?> type) throws IOException {
    return Files.readAllBytes(Program.TESTS.resolve(type.getName().replace('.', '/') + ".class"));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Makes a JAR of the given number of healthy clocks. */
  static Path clocks(Path jar, int count) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    StringBuilder names = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      String name = String.format(Locale.ROOT, "P%04d", i);
      entries.put("com/example/many/" + name + ".class", renamed(P0000.class, name));
      names.append("com.example.many.").append(name).append('\n');
    }
    entries.put(Program.SERVICES, utf8(names.toString()));
    return write(jar, entries);
  }

  /** The class file of a copy under another name, which has the same length. */
  static byte[] renamed(Class<?> type, String name) throws IOException {
    return new String(bytes(type), StandardCharsets.ISO_8859_1)
        .replace(type.getSimpleName(), name)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  static Path write(Path jar, Map<String, byte[]> entries) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
      }
    }
    return jar;
  }
}
