// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.cyclecounter.trace.child.ChildJvm;
import org.cyclecounter.trace.child.ChildProgram;
import org.cyclecounter.trace.child.CountFailure;

/** The child JVM of one method, from the parent's side. */
final class SecretChild {

  private final Technique technique;
  private final boolean isC1;

  SecretChild(Technique technique, boolean isC1) {
    this.technique = technique;
    this.isC1 = isC1;
  }

  /** Tries the method: one sentence; empty if it can be had. */
  String obstacle(Duration limit) {
    try {
      return run("tried " + technique, "", List.of(), limit, hundredths -> {}).undecided();
    } catch (CountFailure e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Judges an operation; undecided if the method cannot be had, or the JVM does not end as it
   * should.
   *
   * @throws CountFailure if the operation cannot be judged by any method
   */
  Judgement judge(SecretCheck check, long endNs) throws CountFailure {
    Duration left = Duration.ofNanos(Math.max(1, endNs - System.nanoTime()));
    List<String> arguments = new ArrayList<>();
    arguments.add(check.operation());
    arguments.add(Integer.toString(check.secretBytes()));
    arguments.add(Long.toString(left.toMillis()));
    arguments.addAll(check.accepted());
    String task = "checked " + check.operation() + " by " + technique;
    return run(task, check.classPath(), arguments, left, check.progress());
  }

  private Judgement run(
      String task, String classPath, List<String> arguments, Duration limit, IntConsumer progress)
      throws CountFailure {
    String missing = technique.missing();
    if (!missing.isEmpty()) {
      return undecided(missing);
    }
    Path report = Path.of(""); // of valgrind, for which alone a file has to be writable
    try {
      if (technique == Technique.TAINT) {
        report = Files.createTempFile("cyclecounter-", ".xml");
      }
    } catch (IOException e) {
      return undecided("No temporary file can be written: " + e + ".");
    }
    List<String> all = new ArrayList<>(List.of(technique.name(), report.toString()));
    all.addAll(arguments);
    ChildProgram program =
        new ChildProgram(technique.wrapper(report), technique.options(isC1), SecretMain.class);
    ChildJvm child = new ChildJvm(program, task, progress);
    try {
      String[] summary = child.run(classPath, all, limit).split("\t", -1);
      List<Finding> findings = Finding.of(technique, child.lines());
      return new Judgement(findings, Long.parseLong(summary[0]), summary[1], summary[2]);
    } catch (CountFailure e) {
      if (child.hasFailed()) {
        throw e;
      }
      return undecided(String.valueOf(e.getMessage()));
    } finally {
      report.toFile().delete(); // of a JVM that has not done so itself
    }
  }

  private static Judgement undecided(String reason) {
    return new Judgement(List.of(), 0, reason, "");
  }
}
