// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * A file of counts; one that does not exist has none. Thread-safe within a process. Methods throw
 * UncheckedIOException, with one sentence, if it cannot be read or written, or is no baseline.
 */
public final class BaselineFile {

  private static final Object LOCK = new Object();

  private final Path file;

  /** The rows that were read last; null until then. */
  private volatile @Nullable List<BaselineRow> known;

  /** Names a file; nothing is read yet. */
  public BaselineFile(Path file) {
    this.file = file;
  }

  /** Reads it. */
  public List<BaselineRow> rows() {
    try {
      List<BaselineRow> rows =
          Files.exists(file) ? BaselineText.parse(Files.readAllLines(file)) : List.of();
      known = rows;
      return rows;
    } catch (CharacterCodingException e) {
      throw unusable(new IOException("It is no text in UTF-8.", e));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * Compares a count with that of the same name and conditions, which is read once, because the
   * file may be a pipe, or writes it in its place.
   *
   * @param percent of the file's count, up to which there is no difference
   */
  public BaselineComparison compare(BaselineRow row, BaselineUse use, double percent) {
    List<BaselineRow> before = known;
    List<BaselineRow> rows = before == null ? rows() : before;
    BaselineRow was =
        rows.stream().filter(one -> one.key().equals(row.key())).findFirst().orElse(null);
    if (use == BaselineUse.WRITE) {
      put(row);
      return new BaselineComparison(was, null, false);
    }
    return BaselineComparison.of(was, row, percent);
  }

  /** Writes a count, in place of that of the same name and conditions. */
  void put(BaselineRow row) {
    synchronized (LOCK) {
      List<BaselineRow> rows = new ArrayList<>(rows());
      rows.removeIf(one -> one.key().equals(row.key()));
      rows.add(row);
      // Moved into place: a concurrent reader sees the old rows or the new ones, and a full disk
      // leaves the old ones. A copy has the file's permissions.
      Path written = Path.of(file + ".new");
      try {
        if (Files.exists(file)) {
          Files.copy(
              file,
              written,
              StandardCopyOption.REPLACE_EXISTING,
              StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(written, BaselineText.of(rows));
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        boolean unusedIsDeleted = written.toFile().delete();
        throw unusable(e);
      }
    }
  }

  /**
   * Says in one sentence that it lacks a count, or is not there.
   *
   * @param names of what was counted
   * @param conditions of the count
   * @param option that writes it
   */
  public String lacks(String names, String conditions, String option) {
    return Files.exists(file)
        ? SteppingSentences.sentence(
            "%s has no count of %s with %s: add what is missing with %s.",
            file, names, conditions, option)
        : SteppingSentences.sentence(
            "There is no file %s to compare %s with: correct its path, or write it with %s.",
            file, names, option);
  }

  private UncheckedIOException unusable(IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e.getClass() != IOException.class) { // its message may be a path alone
      reason = e.getClass().getSimpleName() + ": " + reason;
    }
    return new UncheckedIOException("The baseline " + file + " cannot be used: " + reason, e);
  }
}
