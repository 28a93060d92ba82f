package org.cyclecounter.selector.isolation;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * How the child process is started: the same Java, the same class path and module path, quietly.
 */
final class ChildCommand {

  /** Settings of the parent that decide where a native library is found and can be executed. */
  private static final List<String> INHERITED =
      List.of(
          "java.io.tmpdir", "java.library.path", "jna.tmpdir", "org.cyclecounter.native.directory");

  /** Options for every Java process: they print to standard error, or load agents. */
  private static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private ChildCommand() {}

  static Path java() {
    String name = File.separatorChar == '\\' ? "java.exe" : "java";
    return Path.of(System.getProperty("java.home", ""), "bin", name);
  }

  static List<String> of(List<Candidate> candidates) {
    List<String> command = new ArrayList<>();
    command.add(java().toString());
    command.add("-XX:ErrorFile=" + (File.separatorChar == '\\' ? "NUL" : "/dev/null"));
    command.add("-XX:+IgnoreUnrecognizedVMOptions"); // a JVM without compilers knows fewer
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx32m");
    command.add("-Xshare:auto");
    for (String property : INHERITED) {
      String value = System.getProperty(property);
      if (value != null) {
        command.add("-D" + property + "=" + value);
      }
    }
    List<Class<?>> types = types(candidates);
    Set<String> modules = new TreeSet<>();
    types.stream()
        .map(Class::getModule)
        .filter(Module::isNamed)
        .forEach(m -> modules.add(m.getName()));
    if (Runtime.version().feature() >= 22) {
      command.add(
          "--enable-native-access="
              + String.join(
                  ",", Stream.concat(Stream.of("ALL-UNNAMED"), modules.stream()).toList()));
    }
    String classPath = classPath(types);
    if (!classPath.isEmpty()) {
      command.add("-cp");
      command.add(classPath);
    }
    Module selector = ChildMain.class.getModule();
    if (selector.isNamed()) {
      command.add("-p");
      command.add(System.getProperty("jdk.module.path", ""));
      if (!modules.isEmpty()) {
        command.add("--add-modules");
        command.add(String.join(",", modules));
      }
      command.add("-m");
      command.add(selector.getName() + "/" + ChildMain.class.getName());
    } else {
      command.add(ChildMain.class.getName());
    }
    return command;
  }

  static void clean(Map<String, String> environment) {
    REMOVED.forEach(environment::remove);
  }

  /** The parent's class path, and the places of classes that a class loader of its own brought. */
  private static String classPath(List<Class<?>> types) {
    Set<String> entries = new LinkedHashSet<>();
    String parent = System.getProperty("java.class.path", "");
    if (!parent.isEmpty()) {
      entries.add(parent);
    }
    for (Class<?> type : types) {
      if (!type.getModule().isNamed()
          && type.getClassLoader() != ClassLoader.getSystemClassLoader()) {
        place(type).ifPresent(entries::add);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static List<Class<?>> types(List<Candidate> candidates) {
    Set<Class<?>> types = new LinkedHashSet<>();
    types.add(ChildMain.class);
    types.add(CycleCounterProvider.class);
    candidates.forEach(candidate -> types.add(candidate.provider().getClass()));
    return List.copyOf(types);
  }

  private static Optional<String> place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(source.getLocation().toURI()).toString());
    } catch (URISyntaxException | RuntimeException e) {
      return Optional.empty(); // not a file: the child will say that the class is missing
    }
  }
}
