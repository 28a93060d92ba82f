// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.tools.command.BaseCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The options that name the operations to measure.
 *
 * <p>MIXEE: picocli hands over the command that mixes these options in, whose streams and help a
 * message of bad input needs.
 */
final class OperationOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS[#METHOD]",
      arity = "0..*",
      description = {
        "A static method without parameters, or with one long, the number of times to do the"
            + " operation, METHOD() or METHOD(long) if there are both; or a class that implements"
            + " BenchFunction."
      })
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
  long bytes;

  /** Refuses options that contradict each other. */
  void check() {
    if (demo == !targets.isEmpty()) {
      throw bad(
          demo
              ? "Give either --demo or operations to measure, not both."
              : "Nothing to measure: give CLASS#METHOD, CLASS or --demo.");
    }
    if (bytes > 0 && demo) {
      throw bad("--bytes applies to your own methods only: the demonstration knows its sizes.");
    }
    if (bytes <= 0 && spec.commandLine().getParseResult().hasMatchedOption("--bytes")) {
      throw bad("--bytes must be at least 1, not %d.", bytes);
    }
  }

  /** Returns the operations whose names contain {@code --only}'s text: at least one. */
  List<Operation> operations(ClassLoader loader) {
    List<Operation> operations = demo ? Demo.operations() : named(loader);
    List<Operation> wanted =
        operations.stream().filter(operation -> operation.name().contains(only)).toList();
    if (wanted.isEmpty()) {
      String names =
          operations.stream().map(Operation::name).distinct().collect(Collectors.joining(", "));
      throw bad("No operation has '%s' in its name; available: %s.", only, names);
    }
    return wanted;
  }

  private List<Operation> named(ClassLoader loader) {
    Targets finder = new Targets(loader, bytes);
    try {
      return targets.stream().map(finder::find).toList();
    } catch (BadTarget e) {
      throw bad("%s", e.getMessage());
    }
  }

  private ParameterException bad(String format, @Nullable Object... arguments) {
    return BaseCommand.bad(spec, format, arguments);
  }
}
