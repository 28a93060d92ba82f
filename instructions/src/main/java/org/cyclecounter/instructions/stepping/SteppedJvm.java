// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM from its start to its end. It is not the selector's child, whose small heap, C1 and
 * protocol are for counters that may crash.
 *
 * <p>The lines that it sends to its standard output begin with a word that its parent gave it,
 * because the operation may print there, too; then comes the kind: {@code PROGRESS}, hundredths of
 * the warm-up and 100 more in those of the counted runs; {@code LINE}, the instructions of each run
 * and of some calls, class, method, file, number and sums; {@code CALLS}, a call's number and the
 * instructions of that and the next ones; {@code BYTES}, what a call allocated; last {@code
 * COUNTED}, or {@code FAILED} and the reason, after {@code TRACE} with each line of the stack trace
 * of an operation that threw.
 */
public final class SteppedJvm implements AutoCloseable {

  /**
   * A line of code that the child has sent.
   *
   * @param numbers the numbers sent with it: counts, or a kind of place
   * @param code sums of its byte code and its method's, with a space between; empty if unknown
   */
  public record Line(StackTraceElement place, List<Long> numbers, String code) {}

  /** The status of a process that SIGTRAP has ended. */
  private static final int TRAPPED = 128 + 5;

  /** The time on the wall that counts as processor time: a JVM that only waits ends, too. */
  private static final int WALL_PART = 10;

  /** The column of a line's sums. */
  private static final int CODE = 5;

  private static final long POLL_MS = 100;

  /** Begins the line in which HotSpot says why it crashed. */
  private static final String CRASH = "#  ";

  private final String word = UUID.randomUUID().toString();
  private final ChildProgram program;
  private final String task;
  private final String shorter;
  private final IntConsumer progress;

  // Written by the thread that reads from the child, and read when that has ended.
  private final List<Line> lines = new ArrayList<>();
  private final SortedMap<Integer, Long> calls = new TreeMap<>();
  private double bytes = Double.NaN;
  private final List<String> trace = new ArrayList<>();
  private @Nullable String result;
  private @Nullable String failure;
  private String lastOutput = "";
  private String crash = "";

  /** Volatile: a message about a timeout reads it while the child runs. Negative before a task. */
  private volatile int hundredths = -1;

  private boolean hasDied;
  private long beginNs;
  private long processorNs;
  private @Nullable Process child;
  private @Nullable Thread reader;

  /**
   * Describes a child JVM, which does not run yet.
   *
   * @param program the program that it runs
   * @param task what it does, for messages: "The JVM that " and this
   * @param shorter the option that shortens its warm-up; empty for none
   */
  public SteppedJvm(ChildProgram program, String task, String shorter, IntConsumer progress) {
    this.program = program;
    this.task = task;
    this.shorter = shorter;
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
    try (this) {
      start(classPath, arguments);
      return result(limit);
    }
  }

  /**
   * Starts the child; {@link #close} ends it.
   *
   * @param classPath beside this process's
   * @param arguments of the program, behind the word
   * @throws CountFailure if it cannot be started
   */
  public void start(String classPath, List<String> arguments) throws CountFailure {
    List<String> command = SteppedCommand.of(program, classPath, List.of(word));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(SteppedCommand.REMOVED);
    try {
      beginNs = System.nanoTime();
      Process started = builder.start();
      child = started;
      Thread thread = new Thread(() -> read(started), "cyclecounter-instructions");
      thread.setDaemon(true);
      thread.start();
      reader = thread;
    } catch (IOException e) {
      // Java 25 adds a list of possible reasons in further lines.
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
      throw new CountFailure("The JVM that counts cannot be started: %s.", reason);
    }
  }

  /** Returns the counts of calls in a row, by the calls' numbers; 0 where it is not known. */
  public SortedMap<Integer, Long> calls() {
    return Collections.unmodifiableSortedMap(calls);
  }

  /** Returns the bytes that a call allocated; NaN where that is not known. */
  public double bytes() {
    return bytes;
  }

  /** Returns the lines that the child has sent. */
  public List<Line> lines() {
    return List.copyOf(lines);
  }

  /** Returns true if the child itself has sent the reason why it cannot do its task. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** Returns true if it ended by itself, without a result, before its task began. */
  public boolean hasDiedEarly() {
    return hasDied && hundredths < 0;
  }

  /** Returns true if it has ended by SIGTRAP. */
  public boolean isEndedByTrap() {
    return child != null && !child.isAlive() && child.exitValue() == TRAPPED;
  }

  /**
   * Returns the part of a limit that is over: the child's processor time, which other processes do
   * not lengthen, or a tenth of the time on the wall, if that is more.
   */
  public Duration used() {
    Process started = child;
    if (started == null) {
      return Duration.ZERO;
    }
    long wallNs = System.nanoTime() - beginNs;
    processorNs =
        started
            .info()
            .totalCpuDuration()
            .map(Duration::toNanos)
            .orElse(started.isAlive() ? wallNs : processorNs); // a system that does not say it
    return Duration.ofNanos(Math.max(processorNs, wallNs / WALL_PART));
  }

  /**
   * Waits for the child's last line.
   *
   * @param limit of {@link #used}
   * @return the last line
   */
  public String result(Duration limit) throws CountFailure {
    Process started = Objects.requireNonNull(child);
    Thread thread = Objects.requireNonNull(reader);
    long limitNs = TimeUnit.NANOSECONDS.convert(limit); // or the greatest number
    try {
      do {
        thread.join(Math.min(POLL_MS, 1 + TimeUnit.NANOSECONDS.toMillis(limitNs)));
      } while (thread.isAlive() && used().toNanos() < limitNs);
      if (thread.isAlive()) {
        boolean isWaiting = limitNs / 4 > processorNs; // not in line for a busy machine
        throw new CountFailure(
            "%s", SteppingSentences.ofDelay(task, limit, isWaiting, hundredths, shorter));
      }
      if (result == null) {
        hasDied = true;
        end(started); // it may have closed its output, and go on
        throw failure == null
            ? new CountFailure(
                "%s",
                SteppingSentences.ofEnd(
                    task, started.waitFor(), crash.isEmpty() ? lastOutput : crash))
            : new CountFailure(failure, List.copyOf(trace));
      }
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CountFailure("The count was interrupted.");
    }
  }

  private static void end(Process child) {
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly();
  }

  /** Ends the child, also after its last line: it may have threads that go on. */
  @Override
  public void close() {
    if (child != null) {
      end(child);
      try { // its processor time is then told among this process's children's
        boolean unused = child.waitFor(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void read(Process child) {
    try (BufferedReader in = child.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while (result == null && failure == null && (line = in.readLine()) != null) {
        if (line.startsWith(word)) {
          String[] parts = line.split(" ", 3);
          take(parts[1], parts[2]);
        } else if (line.startsWith(CRASH)) {
          crash = crash.isEmpty() ? "it crashed: " + line.substring(CRASH.length()) : crash;
        } else if (!line.isEmpty() && !line.startsWith("\tat ")) { // behind an exception
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
        List<Long> numbers = Arrays.stream(columns[0].split(",")).map(Long::valueOf).toList();
        String code = columns.length > CODE ? columns[CODE] : "";
        lines.add(new Line(RunTable.line(columns, 1), numbers, code));
      }
      case "CALLS" -> {
        String[] columns = text.split("[ ,]");
        for (int i = 1; i < columns.length; i++) {
          calls.put(Integer.parseInt(columns[0]) + i - 1, Long.valueOf(columns[i]));
        }
      }
      case "BYTES" -> bytes = Double.parseDouble(text);
      case "TRACE" -> trace.add(text);
      case "COUNTED" -> result = text;
      default -> failure = text;
    }
  }
}
