// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The command of a child JVM: this Java, its class path and module path, and the options by which
 * its modules see each other; without those, only the options of the program.
 */
final class SteppedCommand {

  /** Options that decide which classes exist, and which modules they may use. */
  private static final Pattern INHERITED =
      Pattern.compile("--(add-|enable-|limit-modules|patch-module|upgrade-module-path).*");

  /** Decide where the native library is found. */
  private static final List<String> PROPERTIES =
      List.of("java.io.tmpdir", "java.library.path", NativeLibrary.DIRECTORY_PROPERTY);

  /** Variables by which every Java process takes options. */
  static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private SteppedCommand() {}

  /**
   * Builds it.
   *
   * @param classPath beside this process's; empty for nothing
   */
  static List<String> of(ChildProgram program, String classPath, List<String> arguments) {
    List<String> command = new ArrayList<>(program.wrapper());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(program.options());
    command.addAll(program.hints());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(INHERITED.asMatchPredicate())
        .forEach(command::add);
    PROPERTIES.stream()
        .filter(name -> System.getProperty(name) != null)
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    String ownPath = System.getProperty("java.class.path", "");
    String path =
        Stream.of(program.isFirst() ? classPath : ownPath, program.isFirst() ? ownPath : classPath)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator));
    if (!path.isEmpty()) {
      command.add("--class-path=" + path);
    }
    String modulePath = System.getProperty("jdk.module.path", "");
    if (!modulePath.isEmpty()) {
      command.add("--module-path=" + modulePath);
      command.add(
          ModuleLayer.boot().modules().stream()
              .map(Module::getName)
              .collect(Collectors.joining(",", "--add-modules=", "")));
    }
    String module = moduleOf(program.main());
    if (Runtime.version().feature() >= 22) { // else Java warns
      String own = SteppedCommand.class.getModule().getName();
      command.add(
          "--enable-native-access=" + (module == null ? "ALL-UNNAMED" : own + "," + module));
    }
    if (module != null) {
      command.add("--add-modules=ALL-DEFAULT"); // as for operations on the class path alone
    }
    if (module != null && program.isFirst()) {
      command.add("--add-reads=" + module + "=ALL-UNNAMED"); // JMH is on the class path
    }
    command.addAll(
        module == null ? List.of(program.main()) : List.of("-m", module + "/" + program.main()));
    command.addAll(arguments);
    return command;
  }

  /** Returns the name of the module with a class, which need not be loaded; null for none. */
  private static @Nullable String moduleOf(String type) {
    String name = type.substring(0, type.lastIndexOf('.'));
    return ModuleLayer.boot().modules().stream()
        .filter(module -> module.getPackages().contains(name))
        .map(Module::getName)
        .findAny()
        .orElse(null);
  }
}
