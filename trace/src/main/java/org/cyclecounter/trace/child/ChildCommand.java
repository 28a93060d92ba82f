// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * Builds the command of a child JVM: this Java, its class path and module path, and the options by
 * which its modules see each other; else the options of the program alone.
 */
final class ChildCommand {

  /** Options that decide which classes there are, and what they may use. */
  private static final List<String> INHERITED =
      List.of(
          "--add-exports",
          "--add-modules",
          "--add-opens",
          "--add-reads",
          "--enable-native-access",
          "--enable-preview",
          "--limit-modules",
          "--patch-module",
          "--upgrade-module-path");

  /** Decide where the native library is found. */
  private static final List<String> PROPERTIES =
      List.of("java.io.tmpdir", "java.library.path", NativeLibrary.DIRECTORY_PROPERTY);

  /** Variables by which every Java process takes options. */
  static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private ChildCommand() {}

  /**
   * Builds it.
   *
   * @param classPath put behind this process's; empty for nothing
   */
  static List<String> of(ChildProgram program, String classPath, List<String> arguments) {
    List<String> command = new ArrayList<>(program.wrapper());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(program.options());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
        .forEach(command::add);
    for (String property : PROPERTIES) {
      String value = System.getProperty(property);
      if (value != null) {
        command.add("-D" + property + "=" + value);
      }
    }
    Module module = program.main().getModule();
    if (Runtime.version().feature() >= 22) { // else Java warns
      command.add(
          "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }
    String path = System.getProperty("java.class.path", "");
    String both =
        path.isEmpty() || classPath.isEmpty()
            ? path + classPath
            : path + File.pathSeparator + classPath;
    if (!both.isEmpty()) {
      command.add("--class-path=" + both);
    }
    String modulePath = System.getProperty("jdk.module.path", "");
    if (!modulePath.isEmpty()) {
      command.add("--module-path=" + modulePath);
      command.add(
          ModuleLayer.boot().modules().stream()
              .map(Module::getName)
              .sorted()
              .collect(Collectors.joining(",", "--add-modules=", "")));
    }
    String main = program.main().getName();
    command.addAll(module.isNamed() ? List.of("-m", module.getName() + "/" + main) : List.of(main));
    command.addAll(arguments);
    return command;
  }
}
