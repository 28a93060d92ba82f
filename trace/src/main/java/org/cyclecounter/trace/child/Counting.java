// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.cyclecounter.trace.InstructionCount;
import org.jspecify.annotations.Nullable;

/**
 * Counts the instructions of an operation in child JVMs, side by side.
 *
 * @param operation the name of its class
 * @param classPath folders and JARs to search in addition to this process's class path and module
 *     path; may be empty
 * @param warmUp the runs before it is counted
 * @param jvms the number of JVMs that count it
 * @param limit for everything
 * @param phases receives the phase of the slowest JVM, on this thread and those that read from the
 *     JVMs
 */
public record Counting(
    String operation, String classPath, int warmUp, int jvms, Duration limit, Phases phases) {

  /** Runs before an operation is counted, unless set. */
  public static final int WARM_UP = 20_000;

  /** The JVMs that have to agree, unless set: two show that the JVM's start decides a count. */
  public static final int JVMS = 2;

  /** The most JVMs of a count. */
  public static final int MAX_JVMS = 1_000;

  /** The time that a count may take, unless set. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** The result of the self-test; null until there has been one in this process. */
  private static @Nullable String tried;

  /** Returns why nothing can be counted here, one sentence; empty if it can. */
  public static synchronized String obstacle() {
    String known = Obstacles.ofThisProcess();
    if (known.isEmpty() && tried == null) {
      try {
        tried =
            new TracedJvm(ChildProgram.COUNTING, "tried single steps", hundredths -> {})
                .run("", List.of(), LIMIT);
      } catch (CountFailure e) {
        if (Thread.currentThread().isInterrupted()) {
          return String.valueOf(e.getMessage()); // of this call only
        }
        tried = String.valueOf(e.getMessage());
      }
    }
    return known.isEmpty() && tried != null ? tried : known;
  }

  /**
   * Counts, in as many JVMs at once as there are processors, but at least two.
   *
   * @throws CountFailure if there is no such operation, or it throws, takes too long, dies, or was
   *     not stepped to its end
   */
  public InstructionCount count() throws CountFailure {
    long beginNs = System.nanoTime();
    int atOnce = Math.max(JVMS, Runtime.getRuntime().availableProcessors());
    SlowestJvm slowest = new SlowestJvm(phases, jvms, atOnce);
    List<String> arguments = List.of(Integer.toString(warmUp), operation);
    Runs runs = new Runs();
    Deque<TracedJvm> children = new ArrayDeque<>();
    try {
      int started = 0;
      for (int ended = 0; ended < jvms; ended++) {
        for (; started < jvms && children.size() < atOnce; started++) {
          int jvm = started;
          slowest.starts(jvm);
          TracedJvm child =
              new TracedJvm(
                  ChildProgram.COUNTING,
                  "counted " + operation,
                  hundredths -> slowest.at(jvm, hundredths));
          children.add(child);
          child.start(classPath, arguments);
        }
        TracedJvm oldest = children.element();
        String unusedResult = oldest.result(limit, beginNs);
        slowest.ends(ended);
        runs.add(oldest.lines(), TracedMain.RUNS);
        children.remove().close();
      }
    } finally {
      children.forEach(TracedJvm::close);
    }
    return runs.count(Conditions.of(warmUp));
  }
}
