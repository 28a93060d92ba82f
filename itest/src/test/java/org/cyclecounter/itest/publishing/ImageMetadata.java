// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JAR and its metadata for GraalVM's native-image. */
final class ImageMetadata {

  private static final String FOLDER = "META-INF/native-image/org.cyclecounter/";

  /** Calls that look up names, which no analysis sees. */
  private static final Pattern LOOKUP =
      Pattern.compile(
          "java\\.lang\\.Class\\.(forName|get(Declared)?(Method|Constructor|Field)s?)"
              + "|java\\.lang\\.ClassLoader\\.loadClass"
              + "|java\\.lang\\.invoke\\.MethodHandles\\$Lookup\\.(find|unreflect|define).*"
              + "|java\\.lang\\.reflect\\.Proxy\\.newProxyInstance"
              + "|java\\.util\\.ServiceLoader\\.load");

  private final List<String> missing = new ArrayList<>();
  private final Set<String> types = new HashSet<>();
  private final Map<String, List<String>> lookups;
  private String atRunTime = "";

  private ImageMetadata(Map<String, List<String>> lookups) {
    this.lookups = lookups;
  }

  /**
   * Scans a JAR.
   *
   * @param lookups the classes that look types up by name, with these types: those that begin with
   *     {@code !} need not be named
   * @return a sentence for each name that the metadata lacks
   */
  static List<String> missing(Path jar, Map<String, List<String>> lookups) throws IOException {
    ImageMetadata metadata = new ImageMetadata(lookups);
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      metadata.scan(files.getPath("/"));
    }
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    try (JarFile classes = new JarFile(jar.toFile())) {
      new ClassFileImporter()
          .importJar(classes).stream()
              .filter(type -> type.getSource().isPresent()) // not only named by another
              .filter(type -> !type.getSimpleName().equals("module-info"))
              .forEach(metadata::check);
    }
    return metadata.missing;
  }

  private void scan(Path jar) throws IOException {
    String artifact;
    try (Stream<Path> folders = Files.list(jar.resolve(FOLDER))) {
      artifact = folders.findFirst().orElseThrow().getFileName().toString().replace("/", "");
    }
    Path folder = jar.resolve(FOLDER + artifact);
    JsonNode root =
        new ObjectMapper().readTree(Files.readString(folder.resolve("reachability-metadata.json")));
    for (JsonNode entry : root.path("reflection")) {
      types.add(entry.get("type").textValue());
    }
    atRunTime =
        Files.readString(folder.resolve("native-image.properties"))
            .replaceFirst("(?s).*--initialize-at-run-time=(\\S+).*", "$1");
  }

  private void check(JavaClass type) {
    List<String> found =
        type.getCodeUnitAccessesFromSelf().stream()
            .map(call -> call.getTargetOwner().getName() + "." + call.getName())
            .filter(LOOKUP.asMatchPredicate())
            .distinct()
            .sorted()
            .toList();
    if (!found.isEmpty()) {
      List<String> known = lookups.get(type.getName());
      if (known == null) {
        missing.add(
            type.getName() + " looks up by " + found + ": say what, in NativeImageMetadataIT");
      } else {
        known.stream()
            .filter(name -> !name.startsWith("!") && !types.contains(name))
            .forEach(name -> missing.add(name + " is looked up by " + type.getName()));
      }
    }
    boolean isApi = type.getName().matches("org\\.cyclecounter\\.(spi\\.)?[A-Za-z]+(\\$.*)?");
    if (type.getStaticInitializer().isPresent()
        && !isApi
        && !type.getName().startsWith(atRunTime + ".")) {
      missing.add(type.getName() + " may be initialised while an image is built");
    }
  }
}
