// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.trace.child.ChildProgram;

/** The methods of the public API, in the order in which they run. */
public enum Technique {
  TAINT,
  PATHS,
  TIMING;

  /** Returns the part of it that runs in the child JVM; valgrind's report is in the file. */
  Judge judge(Path report) throws IOException {
    return switch (this) {
      case TAINT -> new Taint(report);
      case PATHS -> new Paths();
      case TIMING -> new Timing();
    };
  }

  /** Returns a sentence for a program that is missing; empty if there is everything. */
  String missing() {
    return this == TAINT ? Taint.missing(String.valueOf(System.getenv("PATH"))) : "";
  }

  /** Returns the program that runs the child JVM. */
  List<String> wrapper(Path report) {
    return this == TAINT ? Taint.valgrind(report) : List.of();
  }

  /** Returns the options of the child JVM. */
  List<String> options(boolean isC1) {
    List<String> options = new ArrayList<>(this == TAINT ? Taint.options() : ChildProgram.OPTIONS);
    if (isC1) {
      options.add("-XX:TieredStopAtLevel=1");
    }
    return options;
  }
}
