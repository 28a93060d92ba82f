// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Java to be measured on. */
final class Jvm {

  private static final String OURS = "cyclecounter-";

  private final String java;
  private final int version;

  Jvm(String java) throws IOException, InterruptedException {
    this.java = java;
    List<String> settings = output(List.of(java, "-XshowSettings:properties", "-version"));
    String line =
        settings.stream()
            .filter(text -> text.contains("java.specification.version"))
            .findFirst()
            .orElseThrow(() -> new IOException(java + " does not tell its version: " + settings));
    version = Integer.parseInt(line.substring(line.indexOf('=') + 1).strip());
  }

  String java() {
    return java;
  }

  int version() {
    return version;
  }

  /** The column of its numbers. */
  String title() {
    return "Java " + version;
  }

  List<String> options() {
    return version < 22 ? List.of() : List.of("--enable-native-access=ALL-UNNAMED");
  }

  /** The class path of this process. */
  String classPath() {
    return System.getProperty("java.class.path");
  }

  /** Of the project's own JARs those with one of the names. */
  List<String> jars(List<String> modules) {
    return Arrays.stream(classPath().split(File.pathSeparator))
        .filter(
            entry -> {
              String file = new File(entry).getName();
              return file.endsWith(".jar")
                  && file.startsWith(OURS)
                  && modules.contains(file.substring(OURS.length()).split("-")[0]);
            })
        .toList();
  }

  /** JNA's JAR, as a named module. */
  String jna() {
    return Arrays.stream(classPath().split(File.pathSeparator))
        .filter(entry -> new File(entry).getName().startsWith("jna-jpms-"))
        .findFirst()
        .orElseThrow();
  }

  /** Runs a program on it, and returns its output. */
  List<String> run(List<String> options, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(options());
    command.addAll(options);
    command.add(main.getName());
    command.addAll(arguments);
    return output(command);
  }

  private static List<String> output(List<String> command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines;
    try (BufferedReader in = process.inputReader()) {
      lines = in.lines().toList();
    }
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed: " + lines);
    }
    return lines;
  }
}
