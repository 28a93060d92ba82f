// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.io.IOException;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.cyclecounter.selector.child.JavaCommand;
import org.cyclecounter.selector.child.Orphans;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;

/** Checks a provider's rules in child JVMs: a new one after each that a rule has ended. */
final class CheckJvm {

  private static final long POLL_MS = 20;

  /** A JVM takes less than a second to start where nothing else runs. */
  private static final int MAX_START_S = 60;

  /** Steps of a rule, each of which has the selection's limit. */
  private static final int STEPS = 4;

  private final String provider;
  private final boolean isService;

  private CheckJvm(String provider, boolean isService) {
    this.provider = provider;
    this.isService = isService;
  }

  /**
   * Returns the outcome of each rule that was begun, in order; a later child creates and lists the
   * provider again.
   */
  static List<Outcome> run(String provider, boolean isService)
      throws IOException, InterruptedException {
    CheckJvm child = new CheckJvm(provider, isService);
    List<Outcome> all = new ArrayList<>();
    for (int first = Outcome.PROVIDER; ; ) {
      all.addAll(child.runFrom(first));
      Outcome last = all.get(all.size() - 1);
      if (last.state() != Outcome.State.BROKEN || last.counter() == Outcome.PROVIDER) {
        return all;
      }
      first = last.counter() + 1;
    }
  }

  private List<Outcome> runFrom(int first) throws IOException, InterruptedException {
    Path results = Files.createTempFile("cyclecounter-tck", ".results");
    Path output = Files.createTempFile("cyclecounter-tck", ".output");
    try {
      return run(results, output, first);
    } finally {
      Files.deleteIfExists(results); // now a copy of the child stops at its next rule
      Orphans.end("" + results);
      Files.deleteIfExists(output);
    }
  }

  /** Runs one child to its end, or kills it when it makes no progress. */
  private List<Outcome> run(Path results, Path output, int first)
      throws IOException, InterruptedException {
    Process process = command(results, first).redirectOutput(output.toFile()).start();
    boolean hangs = false;
    try {
      long size = 0;
      long changedNs = System.nanoTime();
      while (!hangs && !process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
        long newSize = Files.size(results);
        changedNs = newSize == size ? changedNs : System.nanoTime();
        size = newSize;
        int limitS = size == 0 ? MAX_START_S : limitSeconds();
        hangs = System.nanoTime() - changedNs > 1_000_000_000L * limitS;
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    List<Outcome> outcomes = read(results);
    if (outcomes.isEmpty()) {
      throw new IOException(
          "a child JVM did not begin: " + Files.readString(output, StandardCharsets.ISO_8859_1));
    }
    Outcome last = outcomes.get(outcomes.size() - 1);
    if (last.state() == Outcome.State.BEGUN) {
      String how =
          hangs ? "it did not return within " + limitSeconds() + " s" : end(process, output);
      outcomes.add(new Outcome(last.counter(), last.rule(), Outcome.State.BROKEN, how));
    }
    return outcomes;
  }

  private static int limitSeconds() {
    return STEPS * TimeLimit.seconds();
  }

  /** Says how it ended: a dying JVM prints the signal, and the function or library at fault. */
  private static String end(Process process, Path output) throws IOException {
    List<String> said =
        Files.readString(output, StandardCharsets.ISO_8859_1)
            .lines()
            .filter(line -> line.matches("#\\s+(SIG|EXC|Internal|[CVJj]\\s+\\[).*"))
            .map(line -> ProviderText.shorten(line.substring(1).strip()))
            .limit(2)
            .toList();
    return "it ended the process, status "
        + process.exitValue()
        + (said.isEmpty() ? "" : ": " + String.join("; ", said));
  }

  private static List<Outcome> read(Path results) throws IOException {
    return new ArrayList<>(
        Files.readString(results, StandardCharsets.UTF_8)
            .lines()
            .map(Outcome::parse)
            .flatMap(Optional::stream)
            .toList());
  }

  /** Resolves all modules of this JVM but the JDK's: any may be the provider's. */
  private ProcessBuilder command(Path results, int first) throws IOException {
    Set<String> modules =
        ModuleLayer.boot().configuration().modules().stream()
            .map(ResolvedModule::reference)
            .filter(module -> !"jrt".equals(module.location().map(URI::getScheme).orElse("jrt")))
            .map(module -> module.descriptor().name())
            .collect(Collectors.toSet());
    return new JavaCommand(Checker.class, modules)
        .builder(
            null, "" + results, provider, "" + isService, "" + first, "" + TimeLimit.seconds());
  }
}
