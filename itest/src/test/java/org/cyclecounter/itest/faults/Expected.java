// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One fault of {@code faults.tsv}, and what the report is to say of it.
 *
 * @param name a counter's name, a beginning of names with an asterisk, or a provider's class
 * @param what what it does
 * @param natively the pattern of {@link #said} with native isolation
 * @param inChildJvm the same with any other
 */
record Expected(String name, String what, Pattern natively, Pattern inChildJvm) {

  /** A counter the name of which is empty. */
  private static final String UNNAMED = "unnamed";

  private static final List<String> ARCHITECTURES = List.of("amd64", "arm64");

  static List<Expected> all() throws IOException {
    try (InputStream in = Expected.class.getResourceAsStream("faults.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t+"))
          .map(p -> new Expected(p[0], p[1], pattern(p[2]), pattern(p[p.length - 1])))
          .toList();
    }
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
  }

  /** What the report says of it, costs left out: each once, with its number of lines if many. */
  String said(FaultRun run) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (FaultRun.Line line : run.counters()) {
      if (isOf(line)) {
        String reason = line.reason().replaceAll(", [0-9.]+ ms", "");
        counts.merge(line.verdict() + ": " + reason, 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(e -> (e.getValue() == 1 ? "" : e.getValue() + " times ") + e.getKey())
        .collect(Collectors.joining(" / "));
  }

  /**
   * Some are faults of one processor, and a bundle's providers are made by whoever uses them, who
   * cannot make every one, and is believed.
   */
  boolean isThere(Environment environment) {
    return ARCHITECTURES.stream()
            .noneMatch(
                arch ->
                    name.startsWith("fault-" + arch) && !arch.equals(environment.architecture()))
        // A name of this project's counters on another processor is free there.
        && (!name.startsWith("amd64-") || environment.architecture().equals("amd64"))
        && (!environment.isFelix()
            || !FelixHost.NOT_MADE.contains(name) && !FelixHost.LYING.contains(name));
  }

  boolean isAsExpected(FaultRun run, String isolation) {
    Pattern pattern = isolation.equals("native") ? natively : inChildJvm;
    return pattern.matcher(said(run)).matches();
  }

  /**
   * Whether time was up before the fault showed: a busy machine's doing, perhaps, and to be probed
   * again with more time.
   */
  boolean ranOutOfTime(FaultRun run, String isolation) {
    return !isAsExpected(run, isolation) && said(run).contains("probe.seconds allows more");
  }

  /** A counter that cannot say what it is has its provider's line, with what it threw. */
  private boolean isOf(FaultRun.Line line) {
    if (name.equals(UNNAMED)) {
      return line.name().isEmpty();
    }
    if (!name.startsWith("fault-")) {
      return line.name().equals(name)
          || line.name().endsWith("." + name)
          || line.name().equals("provider") && line.reason().contains(name);
    }
    return name.endsWith("*")
        ? line.name().startsWith(name.substring(0, name.length() - 1))
        : line.name().equals(name) || line.reason().contains("of " + name);
  }
}
