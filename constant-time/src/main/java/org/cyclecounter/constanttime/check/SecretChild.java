// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.cyclecounter.constanttime.check.SecretCheck.Judged;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.Conditions;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.cyclecounter.instructions.stepping.SteppedJvm;

/** The child JVM of one method, from the parent's side. */
final class SecretChild {

  /** The hundredths of the warm-up; from there on they are those of the checked runs. */
  private static final int ALL = 100;

  private SecretChild() {}

  /**
   * Tries a method and judges an operation; undecided if the method is not available, or the JVM
   * ends abnormally.
   *
   * @throws CountFailure if the operation cannot be judged by any method
   */
  static Judged judge(SecretCheck check, Method method, Duration limit) throws CountFailure {
    if (method != Method.TAINT) {
      return judge(check, method, limit, List.of(), "");
    }
    String missing = TaintDetector.missing(String.valueOf(System.getenv("PATH")));
    if (!missing.isEmpty()) {
      return new Judged(Detection.impossible(missing), Duration.ZERO);
    }
    Path report;
    try {
      report = Files.createTempFile("cyclecounter-", ".xml");
    } catch (IOException e) {
      String reason = "No temporary file can be written: " + e + ".";
      return new Judged(Detection.impossible(reason), Duration.ZERO);
    }
    report.toFile().deleteOnExit(); // of a process that is interrupted
    try {
      return judge(check, method, limit, TaintDetector.valgrind(report), report.toString());
    } finally {
      report.toFile().delete(); // of a JVM that has not done so itself
    }
  }

  private static Judged judge(
      SecretCheck check, Method method, Duration limit, List<String> wrapper, String report)
      throws CountFailure {
    List<String> options = new ArrayList<>(Conditions.OPTIONS);
    if (check.compiler() == Compiler.C1) {
      options.add("-XX:TieredStopAtLevel=1");
    }
    if (method == Method.TAINT) {
      options.addAll(TaintDetector.OPTIONS);
    }
    boolean isTrial = check.operation().isEmpty();
    String task = (isTrial ? "tried " : "checked " + check.operation() + " by ") + method;
    ChildProgram program =
        new ChildProgram(wrapper, options, List.of(), SecretMain.class.getName(), false);
    PhaseListener phases = check.phases();
    phases.at(method + (wrapper.isEmpty() ? ": a JVM" : ": valgrind") + " starts", 0);
    IntConsumer progress =
        part -> phases.at(method + (part < ALL ? ": warm-up" : ": checked runs"), part % ALL);
    SteppedJvm child = new SteppedJvm(program, task, "", progress);
    String bytes = Integer.toString(check.secretBytes());
    String ms = Long.toString(limit.toMillis());
    List<String> arguments = new ArrayList<>(check.accepted());
    arguments.addAll(0, List.of(method.name(), report, check.operation(), bytes, ms));
    try {
      String[] summary = child.run(check.classPath(), arguments, limit).split("\t", -1);
      Detection detection =
          new Detection(
              places(method, child.lines()),
              Long.parseLong(summary[0]),
              Verdict.valueOf(summary[1]),
              summary[3],
              summary[2]);
      return new Judged(detection, child.used());
    } catch (CountFailure e) {
      if (child.hasFailed()) {
        throw e;
      }
      String reason = String.valueOf(e.getMessage());
      return new Judged(
          child.hasDiedEarly() ? Detection.impossible(reason) : Detection.undecided(reason),
          child.used());
    }
  }

  /** Reads the frames of places, each with its kind behind it. */
  private static List<Place> places(Method method, List<SteppedJvm.Line> lines) {
    List<Place> places = new ArrayList<>();
    List<StackTraceElement> stack = new ArrayList<>();
    for (SteppedJvm.Line line : lines) {
      int kind = line.numbers().get(0).intValue();
      if (kind < 0) {
        stack.add(line.place());
      } else {
        places.add(new Place(Kind.values()[kind], stack, method));
        stack.clear();
      }
    }
    return places;
  }
}
