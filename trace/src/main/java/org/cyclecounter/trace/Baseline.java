// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.cyclecounter.trace.child.Obstacles;

/**
 * Counts in a text file, kept beside the tests: one line for each operation and its conditions. The
 * system property {@value #PROPERTY} decides what {@link #compare} does: {@code write} writes the
 * count to the file, {@code strict} makes a count without a line a difference; otherwise it is a
 * warning of System.Logger. Thread-safe within a process.
 */
public final class Baseline {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  private static final String HEAD =
      "# Instructions counted by CycleCounter; -Dorg.cyclecounter.baseline=write writes them: name,"
          + " instructions, conditions, lines.\n";

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
   *     count is not repeatable in fresh JVMs; empty if it is equal, was written, or has no line
   * @throws UncheckedIOException if the file cannot be read or written, or is not a baseline
   */
  public Optional<String> compare(String name, InstructionCount count) {
    if (!count.isRepeatable()) {
      return Optional.of(Obstacles.ofUnequalRuns(name, count));
    }
    String mode = System.getProperty(PROPERTY, "");
    String row = Differences.row(name.replaceAll("\\s+", " "), count);
    synchronized (LOCK) {
      try {
        Map<String, String> rows = read();
        if (mode.equals("write")) {
          rows.put(key(row), row);
          // Moved into place: a concurrent reader sees the old rows or the new ones, and a full
          // disk leaves the old ones.
          Path written = Path.of(file + ".new");
          Files.writeString(written, HEAD + String.join("\n", rows.values()) + "\n");
          Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
          return Optional.empty();
        }
        String before = rows.get(key(row));
        if (before != null) {
          return Differences.of(before, row);
        }
      } catch (IOException e) {
        String reason = e.getClass().getSimpleName() + ": " + e.getMessage();
        throw new UncheckedIOException("The baseline " + file + " cannot be used: " + reason, e);
      }
    }
    String missing =
        file + " has no count of " + name + " to compare with for " + count.conditions();
    if (mode.equals("strict")) {
      return Optional.of(missing);
    }
    System.getLogger("org.cyclecounter.trace").log(System.Logger.Level.WARNING, missing);
    return Optional.empty();
  }

  /** Returns name and conditions. */
  private static String key(String row) {
    return row.replaceFirst("\t\\d+(\t[^\t]*).*", "$1");
  }

  /** Reads the file's rows, by {@link #key}. */
  private Map<String, String> read() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (line.matches("[^\t]*\t\\d+\t.*")) {
          rows.put(key(line), line);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          throw new IOException("This line has no count: " + line);
        }
      }
    }
    return rows;
  }
}
