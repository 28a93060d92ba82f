// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.freebsd.Elf.Symbol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The structure of the packaged libraries for FreeBSD, which cannot run here: the parts that its
 * loader reads (libexec/rtld-elf/map_object.c), the imports from its C library, and an export for
 * each native method of their classes.
 */
class FreeBsdLibrariesIT {

  private static final String FOLDER = "META-INF/native/freebsd-";

  // System V ABI, and FreeBSD's sys/sys/elf_common.h.
  private static final int CLASS_64_LITTLE_ENDIAN = 0x0102;
  private static final int OF_FREEBSD = 9;
  private static final int SHARED_OBJECT = 3;
  private static final Map<String, Integer> MACHINES = Map.of("x86-64", 62, "aarch64", 183);

  /** A short list, and not the linker's, on purpose. */
  private static final Set<String> IMPORTS =
      Set.of(
          "clock_gettime libc.so.7:FBSD_1.0",
          "close libc.so.7:FBSD_1.0",
          "dup2 libc.so.7:FBSD_1.0",
          "fcntl libc.so.7:FBSD_1.0",
          "gettimeofday libc.so.7:FBSD_1.0",
          "kill libc.so.7:FBSD_1.0",
          "setsid libc.so.7:FBSD_1.0",
          "sysctlbyname libc.so.7:FBSD_1.0");

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
  private static Map<String, byte[]> packaged() throws IOException {
    Map<String, byte[]> libraries = new TreeMap<>();
    for (Path path : jars()) {
      try (JarFile jar = new JarFile(path.toFile())) {
        jar.stream()
            .filter(entry -> entry.getName().startsWith(FOLDER) && entry.getName().endsWith(".so"))
            .forEach(
                entry -> {
                  try (InputStream in = jar.getInputStream(entry)) {
                    libraries.put(entry.getName().substring(FOLDER.length()), in.readAllBytes());
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
      }
    }
    return libraries;
  }

  static Stream<String> names() {
    return CLASSES.keySet().stream().sorted();
  }

  private static Elf elf(String name) throws IOException {
    return new Elf(packaged().get(name));
  }

  @Test
  void theseAreAllThereAre() throws Exception {
    assertThat(packaged().keySet()).isEqualTo(new TreeSet<>(CLASSES.keySet()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void theHeaderIsFreeBsds(String name) throws Exception {
    Elf elf = elf(name);
    String[] parts = name.split("/");
    assertThat(elf.classAndOrder).isEqualTo(CLASS_64_LITTLE_ENDIAN);
    assertThat(elf.osAbi).isEqualTo(OF_FREEBSD);
    assertThat(elf.type).isEqualTo(SHARED_OBJECT);
    assertThat(elf.machine).isEqualTo(MACHINES.get(parts[0]));
    assertThat(elf.soname).isEqualTo(parts[1]);
    assertThat(elf.interpreted).isFalse();
    assertThat(elf.executableStack).isFalse();
    assertThat(elf.textRelocations).isFalse();
  }

  @ParameterizedTest
  @MethodSource("names")
  void nothingIsImportedButVersionedFunctionsOfTheCLibrary(String name) throws Exception {
    Elf elf = elf(name);
    List<String> imports =
        elf.symbols.stream()
            .filter(symbol -> !symbol.defined())
            .map(symbol -> symbol.name() + " " + symbol.version())
            .toList();
    assertThat(IMPORTS).containsAll(imports);
    assertThat(elf.needed).isEqualTo(imports.isEmpty() ? List.of() : List.of("libc.so.7"));
    // The time-stamp counter makes no call.
    assertThat(imports.isEmpty()).isEqualTo(name.endsWith("-x86-1.so"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachNativeMethodOfItsClassesIsExported(String name) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars()) {
      urls.add(jar.toUri().toURL());
    }
    Set<String> exported =
        elf(name).symbols.stream()
            .filter(Symbol::defined)
            .map(Symbol::name)
            .filter(symbol -> symbol.startsWith("Java_"))
            .collect(Collectors.toCollection(TreeSet::new));
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
