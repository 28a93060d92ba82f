// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.child.Frame;
import org.cyclecounter.selector.child.StartException;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.LifeThread.TaskEnd;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.selector.report.Step;

/**
 * Child JVMs that do what a script says for each task, by words: a verdict, often with {@code
 * =CODE}; a step, in lower case; {@code call=METHOD}; {@code counter} and {@code list}; {@code
 * busy=MS}, {@code wait=MS}; {@code prints}; {@code dies=STATUS}, at once; {@code exit=STATUS}
 * after END; {@code damage}, which is {@code exit=134}, or the death of the child in its next task;
 * {@code late}, the last frames right after the parent has looked for some. Without a verdict it
 * hangs.
 */
final class ScriptedChildren extends ChildJvmIsolator {

  static final int LIMIT_SECONDS = 5;

  /** The time that a child takes to start, in milliseconds, of both kinds. */
  static final long START_MS = 100;

  /** The frames that the children were sent. */
  final StringJoiner sent = new StringJoiner(" ");

  /** By counter; by provider for its listing. */
  private final Map<String, String> scripts;

  int startsLeft = Integer.MAX_VALUE;
  private long nowMs;

  ScriptedChildren(Budget budget, Map<String, String> scripts) {
    super(LIMIT_SECONDS, budget);
    this.scripts = scripts;
  }

  @Override
  ChildJvm start(List<Request> tasks) throws StartException {
    if (--startsLeft < 0) {
      throw new StartException(null, Code.NO_PROCESS, "no more of them");
    }
    nowMs += START_MS;
    return new OneChild(sent.length() == 0 ? "" : "| ");
  }

  @Override
  long nanoTime() {
    return nowMs * 1_000_000;
  }

  private final class OneChild extends ChildJvm {
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final ChildReports reports = new ChildReports(frames::add);
    private final Deque<String> script = new ArrayDeque<>();
    private String bar;
    private long processorMs = START_MS;
    private int exit;
    private int status = -1;
    private boolean isDamaged;
    private boolean isLate;
    private String output = "";

    OneChild(String bar) {
      super(new byte[0], () -> null, ScriptedChildren.class.getClassLoader());
      this.bar = bar;
    }

    @Override
    public int number(ClassLoader loader) {
      return 0;
    }

    @Override
    public void send(Frame frame) {
      boolean isEnd = frame.type() == Frame.END;
      ChildTask task = isEnd ? null : ChildTask.of(frame);
      String name = isEnd ? "END" : task.isListing() ? task.provider() : task.counter();
      sent.add(bar + name);
      bar = "";
      String last = (isLate ? "burst " : "") + "ended dies=" + exit;
      String words = isEnd ? last : isDamaged ? "dies=139" : scripts.get(name);
      script.addAll(List.of(words.split(" ")));
    }

    @Override
    public Optional<Frame> next(long limitMs) {
      while (frames.isEmpty() && !script.isEmpty()) {
        String[] word = script.remove().split("=");
        if (word[0].equals("busy") || word[0].equals("wait")) {
          long leftMs = Long.parseLong(word[1]);
          nowMs += Math.min(limitMs, leftMs);
          processorMs += word[0].equals("busy") ? Math.min(limitMs, leftMs) : 0;
          if (leftMs > limitMs) {
            script.addFirst(word[0] + "=" + (leftMs - limitMs));
          }
          return Optional.empty();
        }
        if (word[0].equals("burst")) {
          script.forEach(late -> play(late.split("=")));
          script.clear();
          return Optional.empty();
        }
        play(word);
      }
      nowMs += frames.isEmpty() && status < 0 ? limitMs : 0;
      return Optional.ofNullable(frames.poll());
    }

    private void play(String[] word) {
      switch (word[0]) {
        case "call" -> reports.send(ChildReports.CALL, word[1]);
        case "counter" ->
            reports.send(ChildReports.COUNTER, "c", "ON_CORE", "SYSTEM", true, 64, 0, "");
        case "list" -> {
          reports.send(ChildReports.LISTED, 0);
          play(new String[] {"PASSED"});
        }
        case "prints" -> output += "printed";
        case "late" -> isLate = true;
        case "dies" -> status = Integer.parseInt(word[1]);
        case "exit" -> exit = Integer.parseInt(word[1]);
        case "damage" -> {
          exit = 134;
          isDamaged = true;
        }
        default -> {
          if (Character.isLowerCase(word[0].charAt(0))) {
            reports.begin(Step.valueOf(word[0].toUpperCase()));
          } else {
            boolean hasHarmed = word[0].equals("HARMED");
            Result result = hasHarmed ? Result.FAILED : Result.valueOf(word[0]);
            Code code = word.length > 1 ? Code.valueOf(word[1]) : Code.SAID;
            Rejection why = result == Result.PASSED ? null : Rejection.of(code, "why", "then");
            reports.verdict(new TaskEnd(result, hasHarmed, why));
          }
        }
      }
    }

    @Override
    public Optional<End> end(long waitMs) {
      End end = new End(status, Signals.ofEnd(status, ""));
      return status < 0 ? Optional.empty() : Optional.of(end);
    }

    @Override
    public String lastOutput() {
      return output;
    }

    @Override
    public long processorNanos() {
      return processorMs * 1_000_000;
    }

    @Override
    public void close() {
      status = 137;
    }
  }
}
