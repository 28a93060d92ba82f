// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.baseline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file of counts; one that does not exist has none. Thread-safe within a process. */
public final class BaselineFile {

  private static final Object LOCK = new Object();

  private final Path file;

  /** Names a file; nothing is read yet. */
  public BaselineFile(Path file) {
    this.file = file;
  }

  /**
   * Reads it.
   *
   * @throws IOException if it cannot be read, or is no baseline
   */
  public List<BaselineRow> rows() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return BaselineText.parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (BaselineText.Malformed e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Returns the count of the same name and conditions; empty if there is none. */
  public Optional<BaselineRow> find(BaselineRow row) throws IOException {
    synchronized (LOCK) {
      return rows().stream().filter(known -> known.key().equals(row.key())).findFirst();
    }
  }

  /** Writes a count, in place of that of the same name and conditions. */
  public void put(BaselineRow row) throws IOException {
    synchronized (LOCK) {
      List<BaselineRow> rows = new ArrayList<>(rows());
      rows.removeIf(known -> known.key().equals(row.key()));
      rows.add(row);
      // Moved into place: a concurrent reader sees the old rows or the new ones, and a full disk
      // leaves the old ones.
      Path written = Path.of(file + ".new");
      Files.writeString(written, BaselineText.of(rows));
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
