// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;

/**
 * The packaged libraries for FreeBSD, which cannot run here, export each native method of their
 * classes. {@code build/natives --check} holds the rest: it makes them again, and links them with
 * nothing but the functions of {@code build/imports}.
 */
class FreeBsdLibrariesIT {

  private static final String FOLDER = "META-INF/native/freebsd-";

  /** They have no counters, whose classes the table of counters names. */
  private static final Set<String> OF_SELECTOR =
      Set.of(
          "org.cyclecounter.selector.frequency.NativeSysctl",
          "org.cyclecounter.selector.natives.OwnOutput",
          "org.cyclecounter.selector.natives.ProcessGroup",
          "org.cyclecounter.selector.scoring.NativeSampler");

  @Test
  void exportEachNativeMethodOfTheirClasses() throws Exception {
    Map<String, Set<String>> exported = new TreeMap<>();
    Map<String, Set<String>> declared = new TreeMap<>();
    for (Path path : Java.jars()) {
      try (ZipFile jar = new ZipFile(path.toFile())) {
        for (ZipEntry entry : Collections.list(jar.entries())) {
          if (entry.getName().matches(FOLDER + ".*\\.so")) {
            String name = entry.getName().substring(FOLDER.length());
            Set<String> exports = exports(jar.getInputStream(entry).readAllBytes());
            exported.put(name, exports);
            declared.put(
                name, declared(name.contains("selector") ? OF_SELECTOR : Set.of(), exports));
          }
        }
      }
    }
    assertThat(exported).hasSize(6).isEqualTo(declared);
  }

  private static Set<String> exports(byte[] library) {
    Set<String> exports = new TreeSet<>();
    Pattern.compile("(?<=\0)Java_\\w+(?=\0)")
        .matcher(new String(library, StandardCharsets.ISO_8859_1))
        .results()
        .forEach(found -> exports.add(found.group()));
    return exports;
  }

  /** Of these classes, and of those whose methods are exported. */
  private static Set<String> declared(Set<String> classes, Set<String> exports) throws Exception {
    Set<String> types = new TreeSet<>(classes);
    for (String symbol : exports) { // none of our names has an underscore
      String type = symbol.substring("Java_".length(), symbol.lastIndexOf('_'));
      types.add(type.replace('_', '.'));
    }
    Set<String> declared = new TreeSet<>();
    for (String type : types) {
      Arrays.stream(Class.forName(type, false, Java.class.getClassLoader()).getDeclaredMethods())
          .filter(method -> Modifier.isNative(method.getModifiers()))
          .forEach(method -> declared.add(symbol(type, method)));
    }
    return declared;
  }

  private static String symbol(String type, Method method) {
    return "Java_" + type.replace('.', '_') + "_" + method.getName();
  }
}
