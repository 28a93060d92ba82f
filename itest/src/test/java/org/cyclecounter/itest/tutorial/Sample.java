// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A program of the folder {@code samples}, whose comment tells what it prints and its trap. */
record Sample(Path file) {

  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  private static final List<String> FOLDERS =
      List.of("src/main/java/samples", "src/test/java/samples", "component/src/main/java/samples");

  /** All of them, by number. */
  static List<Sample> all() throws IOException {
    return FOLDERS.stream()
        .flatMap(folder -> files(PROJECT.resolve("samples").resolve(folder)))
        .filter(file -> file.toString().endsWith(".java"))
        .map(Sample::new)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .toList();
  }

  static Sample named(String name) throws IOException {
    return all().stream()
        .filter(sample -> sample.name().equals(name))
        .findAny()
        .orElseThrow(() -> new AssertionError("there is no sample " + name));
  }

  private static Stream<Path> files(Path folder) {
    try {
      return Files.walk(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return file.getFileName().toString().replace(".java", "");
  }

  boolean isProgram() {
    return file.startsWith(PROJECT.resolve("samples/src/main"));
  }

  List<String> lines() throws IOException {
    return Files.readAllLines(file);
  }

  /** The lines below "Prints:", as {@link Expected} takes them. */
  List<String> prints() throws IOException {
    return lines().stream()
        .dropWhile(line -> !line.matches(" \\* Prints\\b.*:"))
        .skip(1)
        .takeWhile(line -> line.startsWith(" *   "))
        .map(line -> line.substring(" *   ".length()))
        .toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
