// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;

/** A small JVM with the class path of the tests. */
public final class JavaProgram {

  private JavaProgram() {}

  /** Prepares a program; a later option replaces an earlier one. */
  public static ProcessBuilder of(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx64m"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(options);
    command.add("--class-path=" + System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
