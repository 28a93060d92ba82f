// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts in a text file, kept beside the tests: one line for each operation and its conditions. The
 * system property {@value #PROPERTY} decides what {@link #compare} does: {@code write} writes the
 * count to the file, {@code strict} makes a count without a line a difference; otherwise it is a
 * warning of System.Logger. Thread-safe within a process.
 */
public final class Baseline {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  private static final String HEAD =
      "# Instructions counted by CycleCounter: name, instructions, conditions, lines; written with"
          + " -D"
          + PROPERTY
          + "=write.\n";

  private static final Object LOCK = new Object();

  private final Path file;

  private Baseline(Path file) {
    this.file = file;
  }

  /**
   * Names a baseline; nothing is read yet.
   *
   * @param file need not exist
   * @return the baseline
   */
  public static Baseline of(Path file) {
    return new Baseline(file);
  }

  /**
   * Compares a count with the file's of the same name and conditions, or writes it.
   *
   * @param name of the operation
   * @param count its count
   * @return the difference in one line of text, with the lines of code that changed most; that the
   *     count is not repeatable, if under two thirds of its runs agree; empty if it is equal, was
   *     written, or has no line
   * @throws UncheckedIOException if the file cannot be read or written, or is not a baseline
   */
  public Optional<String> compare(String name, InstructionCount count) {
    String entry = name.replaceAll("\\s+", " ") + '\t' + count.conditions();
    if (3 * count.agreeing() < 2 * count.runs()) {
      return Optional.of(Differences.notRepeatable(name, count));
    }
    String mode = System.getProperty(PROPERTY, "");
    synchronized (LOCK) {
      try {
        Map<String, String> counts = read();
        if (mode.equals("write")) {
          counts.put(entry, Differences.text(count));
          write(counts);
          return Optional.empty();
        }
        String before = counts.get(entry);
        return before == null
            ? missing(name, count, mode.equals("strict"))
            : Differences.of(name, before, count);
      } catch (IOException e) {
        throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private Optional<String> missing(String name, InstructionCount count, boolean isStrict) {
    String sentence =
        file + " has no count of " + name + " to compare with for " + count.conditions();
    if (isStrict) {
      return Optional.of(sentence);
    }
    System.getLogger("org.cyclecounter.trace").log(System.Logger.Level.WARNING, sentence);
    return Optional.empty();
  }

  /** Reads the file: name and conditions, with what is counted. */
  private Map<String, String> read() throws IOException {
    Map<String, String> counts = new TreeMap<>();
    if (Files.notExists(file)) {
      return counts;
    }
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] columns = line.split("\t", 4);
      if (columns.length < 3 || !columns[1].matches("\\d+")) {
        throw new IOException(file + " is not a baseline; this line has no count: " + line);
      }
      String lines = columns.length > 3 ? '\t' + columns[3] : "";
      counts.put(columns[0] + '\t' + columns[2], columns[1] + lines);
    }
    return counts;
  }

  /** Writes the file at once: whoever reads it meanwhile sees the old or the new one. */
  private void write(Map<String, String> counts) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    counts.forEach(
        (entry, counted) -> {
          String[] key = entry.split("\t");
          String[] value = counted.split("\t", 2);
          text.append(key[0]).append('\t').append(value[0]).append('\t').append(key[1]);
          text.append(value.length > 1 ? '\t' + value[1] : "").append('\n');
        });
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    Path written = Files.createTempFile(Objects.requireNonNull(folder), ".baseline", ".tmp");
    try {
      Files.writeString(written, text);
      Files.move(written, absolute, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
