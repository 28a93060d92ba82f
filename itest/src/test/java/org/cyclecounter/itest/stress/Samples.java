// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cyclecounter.itest.stress.ProcessState.Memory;

/** Writes down what the process holds, a line of a TSV file each time. */
final class Samples extends Background {

  private record Range(long first, long last, long most) {
    Range with(long value) {
      return new Range(first, value, Math.max(most, value));
    }
  }

  private final Path file;
  private final List<Reader> readers;
  private final long startNs = System.nanoTime();
  private final Map<String, Range> ranges = new LinkedHashMap<>();

  Samples(Path file, long everySeconds, List<Reader> readers) {
    super("samples", everySeconds * 1_000);
    this.file = file;
    this.readers = readers;
  }

  @Override
  void act() throws IOException {
    ProcessState state = ProcessState.now();
    Map<String, Long> sample = new LinkedHashMap<>();
    sample.put("seconds", (System.nanoTime() - startNs) / 1_000_000_000);
    sample.put("readings", readers.stream().mapToLong(Reader::readings).sum());
    sample.put("descriptors", (long) state.descriptors().size());
    sample.put("threads", (long) state.threads().size());
    sample.put("children", (long) state.children().size());
    sample.put(
        "zombies", state.children().values().stream().filter(c -> c.startsWith("Z")).count());
    sample.put("files left", (long) state.files().size());
    for (Memory memory : Memory.values()) {
      sample.put(memory.words, state.memory().get(memory));
    }
    boolean first = ranges.isEmpty();
    sample.forEach(
        (name, value) ->
            ranges.merge(name, new Range(value, value, value), (range, x) -> range.with(value)));
    String line = sample.values().stream().map(String::valueOf).collect(Collectors.joining("\t"));
    if (first) {
      Files.write(file, List.of(String.join("\t", sample.keySet()), line));
    } else {
      Files.write(file, List.of(line), StandardOpenOption.APPEND);
    }
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            String.format("%-40s %14s %14s %14s%n", "sampled", "first", "last", "most"));
    ranges.forEach(
        (name, range) ->
            text.append(
                String.format(
                    "%-40s %14d %14d %14d%n", name, range.first, range.last, range.most)));
    return text.toString();
  }
}
