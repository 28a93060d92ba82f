// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged libraries for FreeBSD, which cannot run here: their headers, and the strings for the
 * loader, which are the imports from its C library and an export for each native method of their
 * classes. {@code build/natives --check} holds the rest.
 */
class FreeBsdLibrariesIT {

  private static final String FOLDER = "META-INF/native/freebsd-";

  /** Of 64 bits, little-endian, for FreeBSD: System V ABI, and sys/sys/elf_common.h. */
  private static final String HEADER = "\u007fELF\2\1\1\11";

  private static final int TYPE_AT = 16;
  private static final char SHARED_OBJECT = 3;
  private static final int MACHINE_AT = 18;
  private static final Map<String, Integer> MACHINES = Map.of("x86-64", 62, "aarch64", 183);

  /** A short list, and not the linker's, on purpose. */
  private static final Set<String> IMPORTS =
      Set.of(
          "clock_gettime",
          "close",
          "dup2",
          "fcntl",
          "gettimeofday",
          "kill",
          "setsid",
          "sysctlbyname");

  private static final Set<String> SELECTOR =
      Set.of(
          "org.cyclecounter.selector.frequency.NativeSysctl",
          "org.cyclecounter.selector.natives.OwnOutput",
          "org.cyclecounter.selector.natives.ProcessGroup",
          "org.cyclecounter.selector.scoring.NativeSampler");

  /** Classes whose native methods a library has; it may have more, of counters added later. */
  private static final Map<String, Set<String>> CLASSES =
      Map.of(
          "x86-64/libcyclecounter-x86-1.so",
          Set.of(
              "org.cyclecounter.x86.Amd64Rdpru",
              "org.cyclecounter.x86.SerializedTsc",
              "org.cyclecounter.x86.TimeStampCounter"),
          "aarch64/libcyclecounter-arm-1.so",
          Set.of(
              "org.cyclecounter.arm.Arm64Pmc",
              "org.cyclecounter.arm.Arm64Vct",
              "org.cyclecounter.arm.Arm64Vctss"),
          "x86-64/libcyclecounter-os-1.so",
          Set.of("org.cyclecounter.os.DefaultGettimeofday", "org.cyclecounter.os.ThreadCputime"),
          "aarch64/libcyclecounter-os-1.so",
          Set.of("org.cyclecounter.os.DefaultGettimeofday", "org.cyclecounter.os.ThreadCputime"),
          "x86-64/libcyclecounter-selector-1.so",
          SELECTOR,
          "aarch64/libcyclecounter-selector-1.so",
          SELECTOR);

  private static List<Path> jars() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** By the processor and the file's name. */
  private static Map<String, String> packaged() throws IOException {
    Map<String, String> libraries = new TreeMap<>();
    for (Path path : jars()) {
      try (ZipFile jar = new ZipFile(path.toFile())) {
        for (ZipEntry entry : Collections.list(jar.entries())) {
          if (entry.getName().matches(FOLDER + ".*\\.so")) {
            libraries.put(
                entry.getName().substring(FOLDER.length()),
                new String(jar.getInputStream(entry).readAllBytes(), ISO_8859_1));
          }
        }
      }
    }
    return libraries;
  }

  static Stream<String> names() {
    return CLASSES.keySet().stream().sorted();
  }

  /** The strings for the loader: names of functions, of libraries and of versions. */
  private static Set<String> strings(String name) throws IOException {
    String own = "\0" + name.split("/")[1] + "\0";
    String section =
        Pattern.compile("(?<=\0)([\\w.-]+\0)+")
            .matcher(packaged().get(name))
            .results()
            .map(found -> "\0" + found.group())
            .filter(found -> found.contains(own))
            .findFirst()
            .orElseThrow(() -> new AssertionError(name + " does not have its own name"));
    return new TreeSet<>(List.of(section.replace(own, "\0").substring(1).split("\0")));
  }

  @Test
  void areThoseOfTheListedCounters() throws Exception {
    assertThat(packaged().keySet()).isEqualTo(new TreeSet<>(CLASSES.keySet()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void haveHeaderForFreeBsd(String name) throws Exception {
    String library = packaged().get(name);
    assertThat(library).startsWith(HEADER);
    assertThat(library.charAt(TYPE_AT)).isEqualTo(SHARED_OBJECT);
    assertThat((int) library.charAt(MACHINE_AT)).isEqualTo(MACHINES.get(name.split("/")[0]));
  }

  /** The time-stamp counter makes no call. */
  @ParameterizedTest
  @MethodSource("names")
  void importVersionedFunctionsOfTheCLibraryOnly(String name) throws Exception {
    Set<String> imports = strings(name);
    imports.removeIf(string -> string.startsWith("Java_"));
    assertThat(imports.remove("libc.so.7")).isEqualTo(!name.endsWith("-x86-1.so"));
    assertThat(imports.remove("FBSD_1.0")).isEqualTo(!name.endsWith("-x86-1.so"));
    assertThat(IMPORTS).containsAll(imports);
  }

  @ParameterizedTest
  @MethodSource("names")
  void exportEachNativeMethodOfTheirClasses(String name) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars()) {
      urls.add(jar.toUri().toURL());
    }
    Set<String> exported = strings(name);
    exported.removeIf(string -> !string.startsWith("Java_"));
    Set<String> types = new TreeSet<>(CLASSES.get(name));
    exported.forEach(symbol -> types.add(typeOf(symbol)));
    Set<String> declared = new TreeSet<>();
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
      for (String type : types) {
        Arrays.stream(Class.forName(type, false, loader).getDeclaredMethods())
            .filter(method -> Modifier.isNative(method.getModifiers()))
            .map(Method::getName)
            .forEach(method -> declared.add("Java_" + type.replace('.', '_') + "_" + method));
      }
    }
    assertThat(exported).isEqualTo(declared).isNotEmpty();
  }

  /** The class of a function that JNI finds by name; none of ours has an underscore in a name. */
  private static String typeOf(String symbol) {
    return symbol.substring("Java_".length(), symbol.lastIndexOf('_')).replace('_', '.');
  }
}
