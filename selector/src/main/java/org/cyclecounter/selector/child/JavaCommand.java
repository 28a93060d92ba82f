// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a child JVM: the same Java, class path, module path and current
 * directory.
 *
 * @param main the child's program
 * @param modules those of the module path that must resolve, and may call native code; others are
 *     observable
 * @param arguments of the program
 */
public record JavaCommand(Class<?> main, Set<String> modules, List<String> arguments) {

  /** Options of a child that is small, prints nothing, and leaves no files where it crashes. */
  private static final List<String> OPTIONS =
      List.of(
          // A crash is expected here: no hs_err file and no core dump for each counter that faults.
          "-XX:ErrorFile=" + (File.separatorChar == '\\' ? "NUL" : "/dev/null"),
          "-XX:-CreateCoredumpOnCrash",
          "-XX:+IgnoreUnrecognizedVMOptions", // a JVM without compilers knows fewer
          "-XX:TieredStopAtLevel=1", // it starts sooner, and does not live long
          "-XX:+UseSerialGC",
          "-Xmx32m", // a counter that needs more is not one to have in a program
          "-Xms4m", // most never need more; else all of it would be used before it is collected
          "-XX:MaxMetaspaceSize=32m", // for the classes of a provider and of what it uses
          "-XX:ReservedCodeCacheSize=8m", // Java refuses less than 3
          "-Xshare:auto");

  /**
   * The longest class path and module path to hand over as arguments, in bytes. Linux takes 128 KiB
   * for one argument (MAX_ARG_STRLEN, execve(2)), Windows 32,767 characters for all of them.
   */
  private static final int MAX_PATHS = File.separatorChar == '\\' ? 20_000 : 100_000;

  /** Settings of the parent that decide where a native library is found and can be executed. */
  private static final List<String> INHERITED =
      List.of(
          "java.io.tmpdir", "java.library.path", "jna.tmpdir", NativeLibrary.DIRECTORY_PROPERTY);

  /**
   * Variables that would change every Java process: they print to standard error, or load agents.
   * CLASSPATH is replaced by an option.
   */
  private static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  /**
   * Describes a child. Modules beside the program's, the SPI's and the users', such as those of the
   * parent's own program, need not resolve.
   *
   * @param users classes that the program uses by name; null for one that is not loaded
   */
  public static JavaCommand of(
      Class<?> main, Iterable<? extends @Nullable Class<?>> users, String... arguments) {
    Set<String> modules = new TreeSet<>();
    addModule(main, modules);
    addModule(CycleCounterProvider.class, modules);
    for (Class<?> user : users) { // no stream: cold start 13
      addModule(user, modules);
    }
    return new JavaCommand(main, modules, List.of(arguments));
  }

  private static void addModule(@Nullable Class<?> type, Set<String> modules) {
    if (type != null && type.getModule().getLayer() == ModuleLayer.boot()) {
      modules.add(type.getModule().getName());
    }
  }

  /**
   * Returns true if a child can have the program on its class path or module path, and with it
   * whatever else is there. Otherwise every class comes over the pipe.
   */
  boolean sharesPaths() {
    String paths = path("java.class.path") + path("jdk.module.path");
    return main.getClassLoader() == ClassLoader.getSystemClassLoader()
        && paths.getBytes(StandardCharsets.UTF_8).length <= MAX_PATHS;
  }

  private static String path(String property) {
    return System.getProperty(property, "");
  }

  /**
   * Prepares a child whose output has one stream.
   *
   * @param boot the JAR with which a program begins that gets its classes over the pipe; else null
   * @param first the program's arguments before its own
   */
  public ProcessBuilder builder(@Nullable Path boot, String... first) throws StartException {
    List<String> words = new ArrayList<>();
    words.add(launcher());
    words.addAll(OPTIONS);
    // Where relative paths begin, the class path's, too: -Duser.dir may have moved it away from the
    // process's directory. Not by the property, which may have changed: Java keeps the first value.
    words.add("-Duser.dir=" + new File("").getAbsolutePath());
    for (String property : INHERITED) {
      add(words, "-D" + property + "=", path(property));
    }
    String roots = boot == null ? String.join(",", modules) : "";
    if (Runtime.version().feature() >= 22) { // without it, Java prints warnings
      words.add("--enable-native-access=ALL-UNNAMED" + (roots.isEmpty() ? "" : "," + roots));
    }
    add(words, "--class-path=", boot == null ? path("java.class.path") : boot.toString());
    if (!roots.isEmpty()) {
      add(words, "--module-path=", path("jdk.module.path"));
      words.add("--add-modules=" + roots);
    }
    String module = boot == null ? main.getModule().getName() : null;
    if (boot != null) {
      words.add(PipeClassLoader.class.getName());
    }
    words.add((module == null ? "" : "--module=" + module + "/") + main.getName());
    words.addAll(List.of(first));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().keySet().removeAll(REMOVED);
    return builder.redirectErrorStream(true);
  }

  /**
   * Adds an option and its value as one argument: a value that begins with {@code @}, alone, would
   * name a file with arguments to {@code java}.
   */
  private static void add(List<String> words, String option, String value) {
    if (!value.isEmpty()) {
      words.add(option + value);
    }
  }

  /**
   * Names the launcher of this process's Java, which may be missing from an image of jlink. A
   * native image knows no Java: unless asked, it would start whatever {@code bin/java} is in the
   * working directory.
   */
  private static String launcher() throws StartException {
    String home = path("java.home");
    if (home.isEmpty()) {
      throw new StartException(null, Code.NO_JAVA);
    }
    Path java = Path.of(home, "bin", File.separatorChar == '\\' ? "java.exe" : "java");
    if (!Files.exists(java)) { // Java's own message would not say so
      throw new StartException(null, Code.NO_LAUNCHER, java.toString());
    }
    return java.toString();
  }
}
