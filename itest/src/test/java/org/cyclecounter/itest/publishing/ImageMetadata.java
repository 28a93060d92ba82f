// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JAR and its metadata for GraalVM's native-image. */
final class ImageMetadata {

  private static final String FOLDER = "META-INF/native-image/org.cyclecounter/";

  /** Entries that are not read at run time, or only by OSGi, which no image has. */
  private static final Pattern NOT_READ =
      Pattern.compile(
          "META-INF/(MANIFEST\\.MF|maven/.*|native-image/.*|LICENSE|NOTICE)|OSGI-INF/.*|.*\\.class");

  /** Calls that look up names, which no analysis sees. */
  private static final Pattern LOOKUP =
      Pattern.compile(
          "java\\.lang\\.Class\\.(forName|get(Declared)?(Method|Constructor|Field)s?)"
              + "|java\\.lang\\.ClassLoader\\.loadClass"
              + "|java\\.lang\\.invoke\\.MethodHandles\\$Lookup\\.(find|unreflect|define).*"
              + "|java\\.lang\\.reflect\\.Proxy\\.newProxyInstance"
              + "|java\\.util\\.ServiceLoader\\.load");

  /**
   * The keys of an entry of {@code reflection} that the generator uses, of GraalVM's schema 1.2.0.
   */
  private static final Set<String> KEYS =
      Set.of(
          "type",
          "methods",
          "fields",
          "jniAccessible",
          "allDeclaredConstructors",
          "allDeclaredFields",
          "allDeclaredMethods");

  private static final Pattern PICOCLI =
      Pattern.compile("picocli\\.CommandLine\\$(Command|Option|Mixin|Parameters|Spec|ArgGroup)");

  private final List<String> missing = new ArrayList<>();
  private final Map<String, JsonNode> types = new HashMap<>();
  private final List<Pattern> globs = new ArrayList<>();
  private final Map<String, List<String>> lookups;
  private String atRunTime = "";
  private JsonNode root = new ObjectMapper().createObjectNode();

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
    root =
        new ObjectMapper().readTree(Files.readString(folder.resolve("reachability-metadata.json")));
    for (JsonNode entry : root.path("reflection")) {
      types.put(entry.get("type").textValue(), entry);
      entry
          .fieldNames()
          .forEachRemaining(
              key -> {
                if (!KEYS.contains(key)) {
                  missing.add(entry.get("type") + " has " + key + ", which the format does not");
                }
              });
    }
    for (JsonNode entry : root.path("resources")) {
      globs.add(glob(entry.get("glob").textValue()));
    }
    atRunTime =
        Files.readString(folder.resolve("native-image.properties"))
            .replaceFirst("(?s).*--initialize-at-run-time=(\\S+).*", "$1");
    List<Path> all;
    try (Stream<Path> walk = Files.walk(jar)) {
      all = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : all) {
      String name = jar.relativize(file).toString();
      if (!NOT_READ.matcher(name).matches()
          && globs.stream().noneMatch(glob -> glob.matcher(name).matches())) {
        missing.add("resource " + name + " is not named");
      }
      if (name.startsWith("META-INF/services/")) {
        for (String provider : Files.readAllLines(file, StandardCharsets.UTF_8)) {
          need(provider.strip(), "methods", "is a service, whose constructor is called");
        }
      }
    }
  }

  private void check(JavaClass type) {
    List<String> natives =
        type.getMethods().stream()
            .filter(method -> method.getModifiers().contains(JavaModifier.NATIVE))
            .map(JavaMethod::getName)
            .toList();
    if (!natives.isEmpty()) {
      need(type.getName(), "jniAccessible", "has the native methods " + natives);
    }
    Stream<JavaAnnotation<?>> annotations =
        Stream.concat(Stream.of(type), type.getMembers().stream())
            .flatMap(one -> ((HasAnnotations<?>) one).getAnnotations().stream());
    if (annotations.anyMatch(one -> PICOCLI.matcher(one.getRawType().getName()).matches())) {
      need(type.getName(), "allDeclaredFields", "is a command or has options: picocli looks it up");
    }
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
            .filter(name -> !name.startsWith("!"))
            .forEach(name -> need(name, "type", "is looked up by " + type.getName()));
      }
    }
    boolean isApi = type.getName().matches("org\\.cyclecounter\\.(spi\\.)?[A-Za-z]+(\\$.*)?");
    if (type.getStaticInitializer().isPresent()
        && !isApi
        && !type.getName().startsWith(atRunTime + ".")) {
      missing.add(type.getName() + " may be initialised while an image is built");
    }
  }

  private void need(String type, String key, String why) {
    JsonNode entry = types.get(type);
    if (entry == null || !entry.has(key)) {
      missing.add(type + " " + why + ": no entry with " + key);
    }
  }

  /** As native-image reads it: * within a folder, ** anywhere. */
  private static Pattern glob(String text) {
    String quoted = Pattern.quote(text).replace("**", "\\E.\u0000\\Q").replace("*", "\\E[^/]*\\Q");
    return Pattern.compile(quoted.replace('\u0000', '*'));
  }
}
