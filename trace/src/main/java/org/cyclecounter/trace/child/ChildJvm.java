// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.trace.child.Progress.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM from its start to its end. It is not the selector's child, whose small heap, C1 and
 * protocol are for counters that may crash.
 */
public final class ChildJvm {

  private final String word = UUID.randomUUID().toString();
  private final ChildProgram program;
  private final Progress progress;

  // Written by the thread that reads from the child, which is joined before these are read.
  private final List<String> lines = new ArrayList<>();
  private String text = "";
  private String lastOutput = "";

  /** Read for a message, too, while the child runs. */
  private volatile @Nullable ChildLine state;

  private volatile boolean isStepping;

  /** Takes the program, and hears how far it is. */
  public ChildJvm(ChildProgram program, Progress progress) {
    this.program = program;
    this.progress = progress;
  }

  /**
   * Runs one to its end.
   *
   * @param classPath beside this process's
   * @param arguments of the program, behind the word
   * @return its exit status; empty if it was ended because its time was up
   * @throws CountFailure if it cannot be started, or this thread is interrupted
   */
  public OptionalInt run(String classPath, List<String> arguments, Duration limit) throws CountFailure {
    List<String> all = new ArrayList<>(List.of(word));
    all.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(ChildCommand.of(program, classPath, all)).redirectErrorStream(true);
    builder.environment().keySet().removeAll(ChildCommand.REMOVED);
    Process child;
    try {
      child = builder.start();
    } catch (IOException e) {
      // Java 25 adds a list of possible reasons in further lines.
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
      throw new CountFailure("The JVM that counts cannot be started: " + reason + ".");
    }
    Thread reader = new Thread(() -> read(child), "cyclecounter-trace");
    reader.setDaemon(true);
    reader.start();
    try {
      boolean isOver = child.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      end(child);
      reader.join(limit.toMillis() + 1);
      return isOver ? OptionalInt.of(child.exitValue()) : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CountFailure("The count was interrupted.");
    } finally {
      end(child);
    }
  }

  private static void end(Process child) {
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly();
  }

  /** Reads lines until the child has said all, and ends it then: it may have threads that go on. */
  private void read(Process child) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(word)) {
          take(line.substring(word.length() + 1));
        } else if (line.matches("@[WS]\\d{3}")) {
          isStepping = line.charAt(1) == ChildLine.STEPS;
          progress.at(
              isStepping ? Phase.STEPS : Phase.WARM_UP, Integer.parseInt(line.substring(2)));
        } else if (!line.isEmpty()) {
          lastOutput = line;
        }
        if (state == ChildLine.COUNTED || state == ChildLine.FAILED) {
          end(child);
        }
      }
    } catch (IOException e) {
      // It was ended; what it has said is known.
    }
  }

  private void take(String line) {
    int blank = line.indexOf(' ');
    ChildLine kind = ChildLine.valueOf(line.substring(0, blank));
    if (kind == ChildLine.LINE) {
      lines.add(line.substring(blank + 1));
    } else {
      text = line.substring(blank + 1);
      state = kind;
    }
  }

  /** Returns the last thing that it said of itself; null if it has said nothing. */
  public @Nullable ChildLine state() {
    return state;
  }

  public boolean isStepping() {
    return isStepping;
  }

  /** Returns the text of that. */
  public String text() {
    return text;
  }

  /** Returns the last line that was the JVM's or the operation's. */
  public String lastOutput() {
    return lastOutput;
  }

  /** Returns the texts of its lines. */
  public List<String> lines() {
    return lines;
  }
}
