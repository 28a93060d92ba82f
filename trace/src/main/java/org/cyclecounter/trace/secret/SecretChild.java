// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.cyclecounter.trace.child.ChildJvm;
import org.cyclecounter.trace.child.ChildLine;
import org.cyclecounter.trace.child.ChildProgram;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Progress;

/** The child JVM of one method, from the parent's side. */
final class SecretChild {

  private static final int SIGNAL = 128;

  private final Technique technique;
  private final boolean isC1;

  SecretChild(Technique technique, boolean isC1) {
    this.technique = technique;
    this.isC1 = isC1;
  }

  String obstacle(Duration limit) {
    try {
      return run("", List.of(), limit, (phase, percent) -> {}).undecided();
    } catch (CountFailure e) {
      return String.valueOf(e.getMessage());
    }
  }

  Judgement judge(SecretCheck check, long endNs) throws CountFailure {
    Duration left = Duration.ofNanos(Math.max(1, endNs - System.nanoTime()));
    List<String> arguments = new ArrayList<>();
    arguments.add(check.operation());
    arguments.add(Integer.toString(check.secretBytes()));
    arguments.addAll(check.accepted());
    return run(check.classPath(), arguments, left, check.progress());
  }

  private Judgement run(
      String classPath, List<String> arguments, Duration limit, Progress progress)
      throws CountFailure {
    Path report;
    try {
      report = Files.createTempFile("cyclecounter-", ".xml");
    } catch (IOException e) {
      return undecided("No temporary file can be written: " + e + ".");
    }
    try {
      List<String> all = new ArrayList<>(List.of(technique.name(), report.toString()));
      all.addAll(arguments);
      ChildProgram program =
          new ChildProgram(technique.wrapper(report), technique.options(isC1), SecretMain.class);
      ChildJvm child = new ChildJvm(program, progress);
      OptionalInt status = child.run(classPath, all, limit);
      return judgement(child, status, limit);
    } finally {
      report.toFile().delete();
    }
  }

  private Judgement judgement(ChildJvm child, OptionalInt status, Duration limit)
      throws CountFailure {
    ChildLine state = child.state();
    if (state == ChildLine.COUNTED) {
      String[] summary = child.text().split("\t", -1);
      List<Finding> findings =
          child.lines().stream().map(line -> Finding.parse(technique, line)).toList();
      return new Judgement(findings, Long.parseLong(summary[0]), summary[1], summary[2]);
    }
    if (state == ChildLine.FAILED) {
      throw new CountFailure(child.text());
    }
    if (state == ChildLine.READY && status.isPresent() && status.getAsInt() == 0) {
      return undecided("");
    }
    if (state == ChildLine.OBSTACLE) {
      return undecided(child.text());
    }
    if (status.isEmpty()) {
      return undecided("it did not end within " + limit.toMillis() / 1000.0 + " s");
    }
    int code = status.getAsInt();
    return undecided(
        "the JVM was ended"
            + (code > SIGNAL ? " by signal " + (code - SIGNAL) : " with status " + code)
            + (child.lastOutput().isEmpty() ? "" : ": " + child.lastOutput()));
  }

  private static Judgement undecided(String reason) {
    return new Judgement(List.of(), 0, reason, "");
  }
}
