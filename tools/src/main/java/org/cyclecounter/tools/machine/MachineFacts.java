// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * What this machine is and how it is set, read from files below a root and from system properties.
 * Nothing is measured, started or changed; a fact that cannot be read says why.
 */
public record MachineFacts(ProcessorFacts processor, PerfFacts perf, Surroundings surroundings) {

  /** Reads this machine's facts. */
  public static MachineFacts read() {
    return read(Path.of("/"), MachineFacts::property);
  }

  /**
   * Reads facts from scripted properties and the files below a folder that holds {@code proc} and
   * {@code sys}, either of which may be missing.
   */
  public static MachineFacts read(Path root, UnaryOperator<String> properties) {
    MachineFiles files = new MachineFiles(root);
    String architecture = architecture(properties.apply("os.arch"));
    return new MachineFacts(
        ProcessorFiles.read(files, architecture),
        PerfFiles.read(files),
        SurroundingsFiles.read(files, properties, ProcessorFacts.isX86(architecture)));
  }

  private static String architecture(String osArch) {
    String name = osArch.toLowerCase(Locale.ROOT);
    return switch (name) {
      case "amd64", "x86_64" -> "x86-64";
      case "i386", "i486", "i586", "i686" -> "x86";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }

  private static String property(String name) {
    try {
      return System.getProperty(name, "unknown");
    } catch (SecurityException e) {
      return "hidden by a security manager";
    }
  }

  /** Every fact for people, in a fixed order. */
  public List<Fact> facts() {
    return FactRows.of(this);
  }
}
