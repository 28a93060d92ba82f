// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line of a fresh JVM that measures what this command was asked to: this Java with all
 * its options, its class path and module path, and the same options of the command but for those
 * that the parent decides.
 */
final class JvmCommand {

  /** Variables whose options are among the JVM's options already; Java would say them again. */
  private static final List<String> REMOVED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  /** Begin options of a JVM that listens at a port, as its parent does already. */
  private static final List<String> PORTS =
      List.of("-agentlib:jdwp", "-Xrunjdwp", "-Dcom.sun.management.jmxremote");

  /** Options that the parent obeys, or gives a child in its own manner. */
  private static final Set<String> PARENTS =
      Set.of(
          "--jvms",
          "--runs",
          "--seconds",
          "--limit",
          "--json",
          "--html",
          "--against",
          "--progress");

  private JvmCommand() {}

  /** Returns the launcher of this process's Java; null for a native image, or without one. */
  static @Nullable Path launcher() {
    String home = System.getProperty("java.home", "");
    for (String name : List.of("java", "java.exe")) {
      Path java = Path.of(home, "bin", name);
      if (!home.isEmpty() && Files.exists(java)) {
        return java;
      }
    }
    return null;
  }

  /**
   * Prepares a child, whose error stream is this process's.
   *
   * @param parsed the command line of this process
   * @param more the child's further arguments
   */
  static ProcessBuilder builder(Path launcher, ParseResult parsed, List<String> more) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (PORTS.stream().noneMatch(option::startsWith)) {
        command.add(option);
      }
    }
    Class<?> main = parsed.commandSpec().root().userObject().getClass();
    Module module = main.getModule();
    String own = module.isNamed() ? module.getName() : "ALL-UNNAMED";
    if (Runtime.version().feature() >= 22
        && command.stream().noneMatch(option -> option.startsWith("--enable-native-access"))) {
      command.add("--enable-native-access=" + own); // an executable JAR's manifest has it
    }
    command.add("--class-path=" + System.getProperty("java.class.path", ""));
    command.addAll(
        module.isNamed() ? List.of("-m", own + "/" + main.getName()) : List.of(main.getName()));
    command.addAll(arguments(parsed));
    command.addAll(more);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(REMOVED);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private static List<String> arguments(ParseResult parsed) {
    List<String> arguments = new ArrayList<>(List.of(parsed.commandSpec().name()));
    for (OptionSpec option : parsed.matchedOptions()) {
      if (!PARENTS.contains(option.longestName())) {
        boolean isFlag = option.arity().max() == 0;
        for (String value : option.originalStringValues()) {
          arguments.add(option.longestName() + (isFlag ? "" : "=" + value));
        }
      }
    }
    parsed.matchedPositionals().forEach(each -> arguments.addAll(each.originalStringValues()));
    return arguments;
  }
}
