// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The machine and its settings, read from files below a root and from system properties. Nothing is
 * measured, started or changed; a fact that cannot be read says why. Takes milliseconds: some
 * dozens of small files. Files are Linux's: elsewhere most facts are unknown, with the path as the
 * reason.
 *
 * @param processor the processors and their frequencies
 * @param perf the settings of perf events
 * @param surroundings the system around this process: hypervisor, container, limits
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
    ProcessorFacts processor = ProcessorFacts.read(files, properties.apply("os.arch"));
    return new MachineFacts(
        processor, PerfFacts.read(files), Surroundings.read(files, properties, processor.isX86()));
  }

  private static String property(String name) {
    try {
      // Values are shown to people; decisions rest on os.arch and os.name alone.
      return System.getProperty(name, "unknown");
    } catch (SecurityException e) {
      return "hidden by a security manager";
    }
  }

  /** Every fact for people, in a fixed order. */
  public List<Fact> facts() {
    return Stream.of(processor.facts(), surroundings.facts(), perf.facts())
        .flatMap(List::stream)
        .toList();
  }
}
