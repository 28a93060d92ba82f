// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * A file of counts; one that does not exist has none. Any number of threads and processes may write
 * it. Methods throw UncheckedIOException, with one sentence, if it cannot be read or written, or is
 * no baseline.
 */
public final class BaselineFile {

  /** A literal: other class loaders' classes lock the same object. */
  private static final String LOCK = "org.cyclecounter.instructions.baseline";

  /** More than other processes can end while one opens the file. */
  private static final int MAX_ENDED_LOCKS = 10_000;

  /** As many as Linux follows. */
  private static final int MAX_LINKS = 40;

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
   * @param percent of the file's count, up to which there is no difference, unless the row there
   *     has its own tolerance
   */
  public BaselineComparison compare(BaselineRow row, BaselineUse use, double percent) {
    List<BaselineRow> before = known;
    List<BaselineRow> rows = before == null ? rows() : before;
    BaselineRow was = find(rows, row);
    if (use == BaselineUse.WRITE) {
      put(row);
      return new BaselineComparison(was, null, false, "");
    }
    return BaselineComparison.of(was, row, percent);
  }

  private static @Nullable BaselineRow find(List<BaselineRow> rows, BaselineRow row) {
    return rows.stream().filter(one -> one.key().equals(row.key())).findFirst().orElse(null);
  }

  /**
   * Writes a count, in place of that of the same name and conditions. Hazards: the lock file is
   * deleted, so that one who has waited for it looks for the mark of its end; and a process must
   * not open it twice, because POSIX drops all locks of a file that is closed.
   */
  void put(BaselineRow row) {
    synchronized (LOCK) {
      try {
        Path target = target();
        Path lock = Path.of(target + ".lock");
        for (int i = 0; i < MAX_ENDED_LOCKS; i++) {
          try (FileChannel channel =
                  FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
              FileLock held = channel.lock()) {
            if (held.isValid() && channel.size() == 0) {
              try {
                write(target, row);
              } finally {
                int unusedLength = channel.write(ByteBuffer.allocate(1));
                Files.delete(lock);
              }
              return;
            }
          }
        }
        throw new IOException(lock + " is left from a process that was killed: delete it.");
      } catch (IOException e) {
        throw unusable(e);
      }
    }
  }

  /** Returns the file to which symbolic links lead: it is replaced, and they stay. */
  public Path target() {
    try {
      Path path = file;
      for (int i = 0; Files.isSymbolicLink(path); i++) {
        if (i == MAX_LINKS) {
          throw new IOException("Its symbolic links go round in a circle.");
        }
        path = path.resolveSibling(Files.readSymbolicLink(path));
      }
      return path;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * Moves the new file into place: a concurrent reader sees the old rows or the new ones, and a
   * full disk leaves the old ones. A copy has the file's permissions.
   */
  private void write(Path target, BaselineRow row) throws IOException {
    List<BaselineRow> rows = new ArrayList<>(rows());
    BaselineRow before = find(rows, row);
    rows.remove(before);
    rows.add(before == null ? row : row.withToleranceOf(before));
    Path written = Path.of(target + ".new");
    try {
      if (Files.exists(target)) {
        Files.copy(
            target,
            written,
            StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
      }
      Files.writeString(written, BaselineText.of(rows));
      Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      boolean unusedIsDeleted = written.toFile().delete();
      throw e;
    }
  }

  /**
   * Says in one sentence that it lacks a count, or is not there.
   *
   * @param names of what was counted
   * @param row one of them
   * @param option that writes it
   */
  public String lacks(String names, BaselineRow row, String option) {
    return Files.exists(file)
        ? SteppingSentences.sentence(
            "%s has no count of %s%s: add what is missing with %s.",
            file, names, otherConditions(row), option)
        : SteppingSentences.sentence(
            "There is no file %s to compare %s with: correct its path, or write it with %s.",
            file, names, option);
  }

  /** Names what differs from the conditions of the most similar count of this name. */
  private String otherConditions(BaselineRow row) {
    List<String> here = List.of(row.conditions().split("; "));
    List<BaselineRow> rows = known;
    return (rows == null ? rows() : rows)
        .stream()
            .filter(one -> one.name().equals(row.name()))
            .max(
                Comparator.comparingLong(
                    one -> Stream.of(one.conditions().split("; ")).filter(here::contains).count()))
            .map(one -> row.conditionsBeside(one, " with '%s', only with '%s'"))
            .orElse("");
  }

  private UncheckedIOException unusable(IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e.getClass() != IOException.class) { // its message may be a path alone
      reason = e.getClass().getSimpleName() + ": " + reason;
    }
    return new UncheckedIOException("The baseline " + file + " cannot be used: " + reason, e);
  }
}
