// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * Builds the command that starts a child JVM: the same Java, the same class path and module path,
 * no messages, no core dump.
 */
public final class ChildCommand {

  /**
   * The longest class path and module path to hand over as arguments, in bytes. Linux takes 128 KiB
   * for one argument (MAX_ARG_STRLEN, execve(2)), Windows 32,767 characters for all of them.
   */
  private static final int MAX_PATHS = File.separatorChar == '\\' ? 20_000 : 100_000;

  private static final List<String> OPTIONS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions", // a JVM without compilers knows fewer
          "-XX:-CreateCoredumpOnCrash",
          "-XX:TieredStopAtLevel=1", // it starts sooner, and does not live long
          "-XX:+UseSerialGC",
          "-Xmx32m", // a counter that needs more is not one to have in a program
          "-Xms4m", // most never need more; else all of it would be used before it is collected
          "-XX:MaxMetaspaceSize=32m", // for the classes of a provider and of what it uses
          "-XX:ReservedCodeCacheSize=8m", // Java refuses less than 3
          "-Xshare:auto");

  /** Settings of the parent that decide where a native library is found and can be executed. */
  private static final List<String> INHERITED =
      List.of(
          "java.io.tmpdir", "java.library.path", "jna.tmpdir", NativeLibrary.DIRECTORY_PROPERTY);

  /**
   * Options for every Java process: they print to standard error, or load agents. CLASSPATH is
   * replaced by an option.
   */
  private static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private ChildCommand() {}

  /**
   * Names the launcher of this process's Java; throws, with the reason, if there is none. It may be
   * missing from an image of jlink. A native image knows no Java: unless asked, it would start
   * whatever {@code bin/java} is in the working directory.
   */
  static Path java() throws IOException {
    String home = System.getProperty("java.home", "");
    if (home.isEmpty()) {
      throw new IOException(ChildReasons.NO_JAVA);
    }
    Path java = Path.of(home, "bin", File.separatorChar == '\\' ? "java.exe" : "java");
    if (!Files.exists(java)) { // Java's own message would not say so
      throw new IOException(ChildReasons.noLauncher(java.toString()));
    }
    return java;
  }

  /**
   * Returns true if a child can have the selector on its class path or module path, and with it
   * whatever else is there. Otherwise every class comes over the pipe.
   */
  static boolean sharesClassPath() {
    Module module = ChildMain.class.getModule();
    boolean isOnThePath =
        module.isNamed()
            ? module.getLayer() == ModuleLayer.boot()
            : ChildMain.class.getClassLoader() == ClassLoader.getSystemClassLoader();
    String paths = classPath() + modulePath();
    return isOnThePath && paths.getBytes(StandardCharsets.UTF_8).length <= MAX_PATHS;
  }

  private static String classPath() {
    return System.getProperty("java.class.path", "");
  }

  private static String modulePath() {
    return System.getProperty("jdk.module.path", "");
  }

  /**
   * Builds the command for a child that has at least the selector on its path. Its root modules are
   * the selector, the SPI and the providers': others, such as the program's own, are observable,
   * but need not resolve.
   */
  static List<String> of(List<ChildRequest> requests) throws IOException {
    Set<String> modules = new TreeSet<>();
    addModule(ChildMain.class, modules);
    addModule(CycleCounterProvider.class, modules);
    for (ChildRequest request : requests) { // no stream: cold start 13
      addModule(request.provider.loaded(), modules);
    }
    boolean isModule = ChildMain.class.getModule().isNamed();
    return of(ChildMain.class, modules, isModule ? String.join(",", modules) : "");
  }

  private static void addModule(@Nullable Class<?> type, Set<String> modules) {
    if (type != null && type.getModule().getLayer() == ModuleLayer.boot()) {
      modules.add(type.getModule().getName());
    }
  }

  /**
   * Builds the command for a program of another module that runs providers, with all that is on the
   * class path and the module path.
   *
   * @param program its main class; arguments may be added
   */
  public static List<String> of(Class<?> program) throws IOException {
    return of(program, Set.of(), modulePath().isEmpty() ? "" : "ALL-MODULE-PATH");
  }

  private static List<String> of(Class<?> program, Set<String> modules, String roots)
      throws IOException {
    List<String> command = start(modules);
    add(command, "--class-path=", classPath());
    if (!roots.isEmpty()) {
      add(command, "--module-path=", modulePath());
      command.add("--add-modules=" + roots);
    }
    Module module = program.getModule();
    if (module.isNamed()) {
      command.add("-m");
    }
    command.add((module.isNamed() ? module.getName() + "/" : "") + program.getName());
    return command;
  }

  /** Builds the command for a child that gets every class over the pipe. */
  static List<String> overThePipe(Path boot) throws IOException {
    List<String> command = start(Set.of());
    add(command, "--class-path=", boot.toString());
    command.add(PipeClassLoader.class.getName());
    return command;
  }

  /** Removes what changes every Java process; the child must print nothing but its reports. */
  static void clean(Map<String, String> environment) {
    environment.keySet().removeAll(REMOVED);
  }

  /** Begins a command; {@code modules} may call native code, as may whatever is in no module. */
  private static List<String> start(Set<String> modules) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java().toString());
    // A crash is expected here: no hs_err file and no core dump for each counter that faults.
    command.add("-XX:ErrorFile=" + (File.separatorChar == '\\' ? "NUL" : "/dev/null"));
    command.addAll(OPTIONS);
    for (String property : INHERITED) {
      String value = System.getProperty(property);
      if (value != null) {
        command.add("-D" + property + "=" + value);
      }
    }
    if (Runtime.version().feature() >= 22) { // without it, Java prints warnings
      List<String> allowed = new ArrayList<>(modules);
      allowed.add("ALL-UNNAMED");
      command.add("--enable-native-access=" + String.join(",", allowed));
    }
    return command;
  }

  /**
   * Adds an option and its value as one argument: a value that begins with {@code @}, alone, would
   * name a file with arguments to {@code java}.
   */
  private static void add(List<String> command, String option, String value) {
    if (!value.isEmpty()) {
      command.add(option + value);
    }
  }
}
