// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM from its start to its end. It is not the selector's child, whose small heap, C1 and
 * protocol are for counters that may crash.
 */
public final class TracedJvm {

  private final String word = UUID.randomUUID().toString();
  private final ChildProgram program;
  private final String task;
  private final IntConsumer progress;

  // Written by the thread that reads from the child, and read when that has ended.
  private final List<Map.Entry<StackTraceElement, Long>> lines = new ArrayList<>();
  private @Nullable String result;
  private @Nullable String failure;
  private String lastOutput = "";

  /** Volatile: a message about a timeout reads it while the child runs. */
  private volatile int hundredths;

  /**
   * Describes one.
   *
   * @param program the program that it runs
   * @param task what it does, for messages: "The JVM that " and this
   */
  public TracedJvm(ChildProgram program, String task, IntConsumer progress) {
    this.program = program;
    this.task = task;
    this.progress = progress;
  }

  /**
   * Runs one to its end.
   *
   * @param classPath beside this process's
   * @param arguments of the program, behind the word
   * @return its last line
   * @throws CountFailure if it cannot be started, says why it cannot count, ends without a result
   *     or not in time, or if this thread is interrupted
   */
  public String run(String classPath, List<String> arguments, Duration limit) throws CountFailure {
    List<String> command = TracedCommand.of(program, classPath, List.of(word));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(TracedCommand.REMOVED);
    try {
      return result(builder.start(), limit);
    } catch (IOException e) {
      // Java 25 adds a list of possible reasons in further lines.
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
      throw new CountFailure("The JVM that counts cannot be started: %s.", reason);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CountFailure("The count was interrupted.");
    }
  }

  /** Returns the lines that it has sent, each with its number. */
  public List<Map.Entry<StackTraceElement, Long>> lines() {
    return List.copyOf(lines);
  }

  /** Returns true if the child itself has sent the reason why it cannot do its task. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** Ends the child after its last line: it may have threads that go on. */
  private String result(Process child, Duration limit) throws CountFailure, InterruptedException {
    Thread reader = new Thread(() -> read(child), "cyclecounter-trace");
    reader.setDaemon(true);
    reader.start();
    boolean isLate;
    try {
      reader.join(Math.max(1, TimeUnit.MILLISECONDS.convert(limit)));
      isLate = reader.isAlive();
    } finally {
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly();
    }
    if (isLate) {
      throw new CountFailure("%s", Obstacles.ofDelay(task, limit, hundredths >= 100));
    }
    if (result == null) {
      throw new CountFailure(
          "%s", failure == null ? Obstacles.ofEnd(task, child.waitFor(), lastOutput) : failure);
    }
    return result;
  }

  private void read(Process child) {
    try (BufferedReader in = child.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while (result == null && failure == null && (line = in.readLine()) != null) {
        if (line.startsWith(word)) {
          String[] parts = line.split(" ", 3);
          take(parts[1], parts[2]);
        } else if (!line.isEmpty()) {
          lastOutput = line;
        }
      }
    } catch (IOException e) {
      // It was ended; what it has said is known.
    }
  }

  private void take(String kind, String text) {
    switch (kind) {
      case "PROGRESS" -> {
        hundredths = Integer.parseInt(text);
        progress.accept(hundredths);
      }
      case "LINE" -> {
        String[] columns = text.split("\t", -1);
        lines.add(Map.entry(Runs.line(columns, 1), Long.valueOf(columns[0])));
      }
      case "COUNTED" -> result = text;
      default -> failure = text;
    }
  }
}
