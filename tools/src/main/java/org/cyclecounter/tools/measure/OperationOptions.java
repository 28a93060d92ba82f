// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
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

  /**
   * Makes a loader that sees the classes that are measured, on {@code --class-path}.
   *
   * <p>Its parent is Java's own class path: a class that is on both is the parent's. A folder's URL
   * ends with a slash, by which URLClassLoader knows folders; File.toURI adds it to a folder that
   * exists.
   */
  URLClassLoader loader(String classPath) {
    List<URL> urls = new ArrayList<>();
    try {
      for (String entry : classPath.split(File.pathSeparator)) {
        for (File file : files(entry)) {
          urls.add(file.toURI().toURL());
        }
      }
    } catch (MalformedURLException e) {
      throw new AssertionError("a file has a URL", e);
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getSystemClassLoader());
  }

  /** Returns an entry's file or folder or, if it ends with an asterisk as java's, sorted JARs. */
  private List<File> files(String entry) {
    if (entry.isEmpty()) {
      return List.of();
    }
    if (!entry.equals("*") && !entry.endsWith("/*") && !entry.endsWith(File.separator + "*")) {
      File file = new File(entry);
      if (!file.exists()) {
        throw bad("--class-path entry '%s' does not exist.", entry);
      }
      return List.of(file);
    }
    File folder = new File(entry.equals("*") ? "." : entry.substring(0, entry.length() - 1));
    File[] jars = folder.listFiles((in, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
    if (jars == null || jars.length == 0) {
      throw bad(
          "--class-path entry '%s' has no JAR: %s.",
          entry, jars == null ? "there is no such folder" : "the folder has no file *.jar");
    }
    Arrays.sort(jars);
    return List.of(jars);
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
