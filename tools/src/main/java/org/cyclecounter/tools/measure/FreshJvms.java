// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.tools.command.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Has JVMs measure, one after another: each is this command once more, which writes its JSON. An
 * operation that fails in one JVM is left out of those that follow.
 *
 * <p>Threads: the command's waits for the child; at a signal the interruption's ends the child,
 * which then writes what it has.
 */
final class FreshJvms {

  /** The same signal may reach the child first. */
  private static final long SIGNAL_MS = 500;

  /** A child has to print the rest within the time that this process's interruption has. */
  private static final long PATIENCE_MS = 4_000;

  private final Path launcher;
  private final ParseResult parsed;
  private final List<String> arguments;
  private final List<Operation> planned;
  private final MeasureOutput output;

  /** By the index of the operation. */
  private final Map<Integer, MeasuredOperation> merged = new TreeMap<>();

  private @Nullable MeasuredOperation reference;

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch childEnded = new CountDownLatch(1);
  private @Nullable Process child;

  /** Takes what all children are told. */
  FreshJvms(
      Path launcher,
      ParseResult parsed,
      List<String> arguments,
      List<Operation> planned,
      MeasureOutput output) {
    this.launcher = launcher;
    this.parsed = parsed;
    this.arguments = arguments;
    this.planned = planned;
    this.output = output;
  }

  /**
   * Measures in so many JVMs.
   *
   * @throws CommandFailure if a child has no result
   * @throws InterruptedException if the process is interrupted
   */
  void measure(int jvms) throws InterruptedException {
    int jvm = 1;
    while (jvm <= jvms) {
      List<Integer> left = new ArrayList<>();
      for (int i = 0; i < planned.size(); i++) {
        if (!merged.containsKey(i) || merged.get(i).isMeasured()) {
          left.add(i);
        }
      }
      if (left.isEmpty()) {
        return;
      }
      String name = Formatted.of("%d of %d", jvm, jvms);
      MeasureDocument document = run(name);
      boolean hasFailures =
          document.operations().stream().anyMatch(operation -> !operation.isMeasured());
      boolean isSignal =
          interrupted.await(document.isInterrupted() ? SIGNAL_MS : 0, TimeUnit.MILLISECONDS);
      take(document, left, !document.isInterrupted() || isSignal);
      if (isSignal) {
        childEnded.countDown();
        Thread.sleep(2 * PATIENCE_MS); // the interruption prints the rest, and the JVM ends
        throw new InterruptedException();
      }
      if (!document.isInterrupted()) {
        jvm++;
      } else if (!hasFailures) {
        throw new CommandFailure("The measuring JVM " + name + " was interrupted.");
      } // else an operation has ended the JVM, which is started again without it
    }
  }

  private MeasureDocument run(String name) throws InterruptedException {
    List<String> more = new ArrayList<>(arguments);
    more.add(JvmOptions.INDEX + "=" + name);
    String failed =
        merged.entrySet().stream()
            .filter(entry -> !entry.getValue().isMeasured())
            .map(entry -> entry.getKey().toString())
            .collect(Collectors.joining(","));
    if (!failed.isEmpty()) {
      more.add(JvmOptions.SKIPPED + "=" + failed);
    }
    try {
      Process process = start(JvmCommand.builder(launcher, parsed, more));
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      try {
        return MeasureDocument.read(document(printed));
      } catch (IllegalArgumentException e) {
        throw new CommandFailure(
            "The measuring JVM " + name + " ended with status " + status + " and no result.");
      }
    } catch (IOException e) {
      throw new CommandFailure("The measuring JVM " + name + " failed: " + e.getMessage() + ".");
    }
  }

  /** Returns the line of JSON; the JVM itself may print others, by options such as -Xlog. */
  private String document(String printed) {
    String json = "";
    for (String line : printed.split("\\R")) {
      if (line.startsWith("{\"schema\":")) {
        json = line;
      } else if (!line.isEmpty()) {
        output.print(line);
      }
    }
    return json;
  }

  private synchronized Process start(ProcessBuilder builder) throws IOException {
    if (interrupted.getCount() == 0) {
      childEnded.countDown();
      throw new IOException("this command is interrupted");
    }
    Process process = builder.start();
    child = process;
    return process;
  }

  /**
   * Adds a child's results, which are in the order of the operations that it had.
   *
   * @param isWhole false to take failures only: the others are measured again
   */
  private void take(MeasureDocument document, List<Integer> left, boolean isWhole) {
    List<MeasuredOperation> operations = document.operations();
    for (int i = 0; i < operations.size(); i++) {
      int index = left.get(i);
      if (isWhole || !operations.get(i).isMeasured()) {
        output.has(index, merged.merge(index, operations.get(i), FreshJvms::together));
      }
    }
    MeasuredOperation childs = document.reference();
    if (isWhole && childs != null) {
      reference = reference == null ? childs : together(reference, childs);
      output.hasReference(reference);
    }
    for (int index : left) {
      if (planned.get(index).name().equals(document.running())) {
        output.wasRunning(index, document.runningSeconds());
        return;
      }
    }
  }

  private static MeasuredOperation together(MeasuredOperation one, MeasuredOperation other) {
    List<List<Timing>> starts = new ArrayList<>();
    List<String> warnings = new ArrayList<>(one.warnings());
    warnings.addAll(other.warnings());
    if (other.isMeasured()) {
      // Cycles of one counter are none of another, which has replaced it when it was lost.
      one.starts().stream()
          .filter(start -> counter(start).equals(counter(other.starts().get(0))))
          .forEach(starts::add);
      starts.addAll(other.starts());
    }
    return new MeasuredOperation(one.name(), one.bytes(), starts, other.failure(), warnings);
  }

  private static String counter(List<Timing> start) {
    return start.get(start.size() - 1).counter();
  }

  /** Ends the child, waits for what it has, and prints the rest. */
  void interrupt() {
    synchronized (this) {
      interrupted.countDown();
      if (child != null) {
        child.toHandle().destroy(); // Process.destroy would close the pipe
      }
    }
    try {
      childEnded.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    output.interrupt();
  }
}
