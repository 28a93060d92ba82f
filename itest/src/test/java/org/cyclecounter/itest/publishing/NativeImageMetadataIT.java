// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The metadata of each JAR for native-image names what its class files look up, and initialises at
 * run time; {@code build/native-image-metadata --check} compares the rest with the sources.
 */
class NativeImageMetadataIT {

  private static final String HIDDEN = "!a hidden class, which an image cannot make";
  private static final String CHILD = "!of a child JVM, which an image does not start";
  private static final String OSGI = "!in OSGi";
  private static final String SERVICE = "!services, which their own JARs name";
  private static final String USERS = "!what the user names on the command line";

  /** The names that each class looks up; or the reason why none must be named. */
  private static final Map<String, List<String>> LOOKUPS =
      Map.ofEntries(
          lookup("spi.nativelib.CriticalLinker", HIDDEN),
          lookup("spi.nativelib.EntryPointCalls", "!HotSpot's, of Java 17"),
          lookup(
              "spi.nativelib.ForeignCalls",
              "java.lang.Module",
              "java.lang.foreign.FunctionDescriptor",
              "java.lang.foreign.Linker",
              "java.lang.foreign.Linker$Option",
              "java.lang.foreign.MemoryLayout",
              "java.lang.foreign.MemorySegment",
              "java.lang.foreign.ValueLayout"),
          lookup("spi.nativelib.VirtualThreads", "java.lang.Thread"),
          lookup("diagnostics.osgi.InventoryRegistration", OSGI),
          lookup("tools.command.Terminal", "java.io.Console"),
          lookup("selector.counting.ConstantCounters", HIDDEN),
          lookup("selector.discovery.LoadedProvider", SERVICE),
          lookup("selector.discovery.ServiceFiles$Line", "!third parties' providers"),
          lookup("selector.child.LoaderResources", CHILD),
          lookup("selector.child.PipeClassLoader", CHILD),
          lookup("selector.isolation.RehearsalMain", CHILD),
          lookup("selector.isolation.Request", CHILD),
          lookup("selector.osgi.ProviderTracker", OSGI),
          lookup("selector.scoring.JavaSampler", HIDDEN),
          lookup("bench.Sink", "org.cyclecounter.bench.Sink"),
          lookup("instructions.stepping.Operations", CHILD),
          lookup("instructions.stepping.StaticCall", CHILD),
          lookup("instructions.jmh.BenchmarkMain", CHILD),
          lookup("instructions.jmh.BenchmarkStates", CHILD),
          lookup("constanttime.check.Accepted", USERS),
          lookup("constanttime.check.SecretRuns", CHILD),
          lookup("tools.command.SimilarClass", USERS),
          lookup("tools.command.OperationClass", USERS),
          lookup("tools.command.OperationMethod", USERS),
          lookup("tools.compiled.BaseOperations", USERS),
          lookup("tools.measure.Loops", "!bench's Sink, which its own JAR names"),
          lookup("tools.measure.Targets", USERS));

  private static final Pattern LOOKS_UP =
      Pattern.compile(
          "(?i)\\b(find_?class|get_?(static_?)?(method|field)_?id|register_?natives)\\b");

  private static Map.Entry<String, List<String>> lookup(String type, String... found) {
    return Map.entry("org.cyclecounter." + type, List.of(found));
  }

  private static Path jar(String module) throws IOException {
    return Java.jars().stream()
        .filter(jar -> jar.getFileName().toString().startsWith("cyclecounter-" + module + "-"))
        .findFirst()
        .orElseThrow();
  }

  @Tag("long")
  @Test
  void namesEverythingThatScanFinds() throws IOException {
    List<Path> jars = new ArrayList<>(Java.jars());
    String ours = "cyclecounter-[a-z].*"; // the JAR of no part has no code
    jars.removeIf(jar -> !jar.getFileName().toString().matches(ours));
    assertThat(jars).hasSize(14);
    for (Path jar : jars) {
      assertThat(ImageMetadata.missing(jar, LOOKUPS)).as(jar.toString()).isEmpty();
    }
  }

  /** Additions without metadata. */
  private static final class Added {
    static final Object FOUND = find();

    private static Object find() {
      try {
        return Class.forName(System.getProperty("added")).getDeclaredConstructor();
      } catch (ReflectiveOperationException e) {
        return e;
      }
    }
  }

  @Test
  void noticesAdditions(@TempDir Path folder) throws IOException {
    Path jar = Files.copy(jar("x86"), folder.resolve("seeded.jar"));
    String added = Added.class.getName();
    try (FileSystem files = FileSystems.newFileSystem(jar);
        InputStream type = getClass().getResourceAsStream("NativeImageMetadataIT$Added.class")) {
      Files.copy(type, files.getPath("/Added.class"));
    }
    assertThat(ImageMetadata.missing(jar, LOOKUPS))
        .containsExactlyInAnyOrder(
            added
                + " looks up by [java.lang.Class.forName, java.lang.Class.getDeclaredConstructor]:"
                + " say what, in NativeImageMetadataIT",
            added + " may be initialised while an image is built");
  }

  /**
   * JNI looks for a class or a member by name in two files only: one that Java 17's HotSpot alone
   * needs, and one that sets {@code FileDescriptor.fd}, which selector's metadata names. All others
   * use JNI by the indices of its function table.
   */
  @Test
  void javaIsLookedUpByTwoCFilesOnly() throws IOException {
    List<String> lookingUp = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(System.getProperty("machines.root")))) {
      for (Path sources : modules.map(one -> one.resolve("src/main/c")).toList()) {
        try (Stream<Path> files = Files.isDirectory(sources) ? Files.walk(sources) : Stream.of()) {
          for (Path file : files.filter(file -> file.toString().matches(".*\\.[ch]")).toList()) {
            if (LOOKS_UP.matcher(Files.readString(file)).find()) {
              lookingUp.add(file.getFileName().toString());
            }
          }
        }
      }
    }
    assertThat(lookingUp).containsExactlyInAnyOrder("native_entry.c", "own_output.c");
  }
}
