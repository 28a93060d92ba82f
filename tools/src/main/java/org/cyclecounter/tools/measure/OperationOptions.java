// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.tools.command.BadUsage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name the operations to measure. */
final class OperationOptions {

  @Parameters(
      paramLabel = "CLASS[#METHOD]",
      arity = "0..*",
      description =
          "A static method without parameters; METHOD(long) for one with the number of times to do"
              + " the operation; or a class that implements Callable or BenchFunction.")
  List<String> targets = new ArrayList<>();

  @Option(
      names = "--demo",
      description = "Measure SHA-256, AES-GCM, ChaCha20-Poly1305 and memory copies.")
  boolean demo;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Measure only operations with this text in their names.")
  String only = "";

  @Option(
      names = "--bytes",
      paramLabel = "N",
      description = "Bytes that one operation processes, for cycles per byte.")
  @Nullable Long bytes;

  /** Refuses options that contradict each other. */
  void check() {
    if (demo == !targets.isEmpty()) {
      throw new BadUsage(
          demo
              ? "Give either --demo or operations to measure, not both."
              : "Nothing to measure: give CLASS#METHOD, CLASS or --demo.");
    }
    if (bytes != null && bytes <= 0) {
      throw new BadUsage("--bytes must be at least 1, not %d.", bytes);
    }
    if (bytes != null && demo) {
      throw new BadUsage(
          "--bytes applies to your own methods only: the demonstration knows its sizes.");
    }
  }

  /** Returns the operations whose names contain {@code --only}'s text: at least one. */
  List<Operation> operations(ClassLoader loader) {
    Targets finder = new Targets(loader, bytes == null ? 0 : bytes);
    List<Operation> operations =
        demo ? Demo.operations() : targets.stream().map(finder::find).toList();
    List<Operation> wanted =
        operations.stream().filter(operation -> operation.name().contains(only)).toList();
    if (wanted.isEmpty()) {
      String names =
          operations.stream().map(Operation::name).distinct().collect(Collectors.joining(", "));
      throw new BadUsage("No operation has '%s' in its name; available: %s.", only, names);
    }
    return wanted;
  }
}
