// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.cyclecounter.instructions.stepping.SteppedJvm;
import org.cyclecounter.instructions.stepping.SteppedRuns;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * A count of an operation's instructions in child JVMs, side by side.
 *
 * @param target the operation
 * @param plan how it is counted
 * @param phases receives the phase of the slowest JVM, on this thread and those that read from the
 *     JVMs
 */
public record Counting(Target target, CountPlan plan, PhaseListener phases) {

  /** The result of the self-test; null until there has been one in this process. */
  private static @Nullable String tried;

  /** Returns why nothing can be counted here, one sentence; empty if it can. */
  public static synchronized String obstacle() {
    String known = SteppingSentences.ofThisProcess();
    if (known.isEmpty() && tried == null) {
      try {
        tried =
            new SteppedJvm(Target.OF_NAME, "tried single steps", "", hundredths -> {})
                .run("", List.of(), CountPlan.LIMIT);
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
   * @throws CountFailure if it has an obstacle, there is no such operation, or it throws, takes too
   *     long, dies, or was not stepped to its end
   */
  public InstructionCount count() throws CountFailure {
    if (!target.obstacle().isEmpty()) {
      throw new CountFailure("%s", target.obstacle());
    }
    InstructionCount count = count(plan.isStepped());
    return count == null ? Objects.requireNonNull(count(true)) : count;
  }

  /**
   * Returns null if blocks are counted and an INT3 has ended a JVM, which happens where a thread of
   * a library runs Java code with SIGTRAP blocked.
   */
  private @Nullable InstructionCount count(boolean isStepped) throws CountFailure {
    ChildProgram program = plan.isPortable() ? Portability.of(target.program()) : target.program();
    int jvms = plan.jvms();
    int atOnce = Math.max(CountPlan.JVMS, Runtime.getRuntime().availableProcessors());
    JvmProgress slowest = new JvmProgress(phases, jvms, atOnce);
    String warmUp = Integer.toString(plan.warmUp());
    String limitMs = Long.toString(TimeUnit.MILLISECONDS.convert(plan.limit()));
    List<String> arguments = new ArrayList<>(target.arguments());
    arguments.addAll(0, List.of(warmUp, limitMs, Boolean.toString(isStepped)));
    Runs runs = new Runs();
    Deque<SteppedJvm> children = new ArrayDeque<>();
    try {
      int started = 0;
      for (int ended = 0; ended < jvms; ended++) {
        for (; started < jvms && children.size() < atOnce; started++) {
          int jvm = started;
          slowest.starts(jvm);
          SteppedJvm child =
              new SteppedJvm(
                  program,
                  "counted " + target.name(),
                  "set a smaller --warm-up",
                  hundredths -> slowest.at(jvm, hundredths));
          children.add(child);
          child.start(target.classPath(), arguments);
        }
        SteppedJvm oldest = children.element();
        try {
          String unusedResult = oldest.result(plan.limit());
        } catch (CountFailure e) {
          if (!isStepped && oldest.isEndedByTrap()) {
            return null;
          }
          throw e;
        }
        slowest.ends(ended);
        runs.add(oldest.lines(), SteppedRuns.RUNS, oldest.calls(), oldest.bytes());
        children.remove().close();
      }
    } finally {
      children.forEach(SteppedJvm::close);
    }
    return runs.count(conditions(program));
  }

  private String conditions(ChildProgram program) {
    return SteppingSentences.sentence(
        "%s; options %x, own profiles; %d warm-up runs%s",
        plan.isPortable() ? Conditions.ofJava() + Portability.ofMachine() : Conditions.ofMachine(),
        program.options().hashCode(),
        plan.warmUp(),
        target.conditions().isEmpty() ? "" : "; " + target.conditions());
  }
}
