// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The number of JVMs that measure, and hidden options, which a parent gives its children. */
final class JvmOptions {

  static final int MAX_JVMS = 100;

  private static final int DEFAULT_JVMS = 3;

  /** The hidden options' names, for the parent. */
  static final String INDEX = "--jvm";

  static final String PREFERRED = "--preferred";
  static final String SKIPPED = "--skipped";
  static final String REFERENCE = "--reference";

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "Fresh JVMs that share the runs, one after another: what another start of the JVM would"
              + " give is in the interval; default 3. With 1 this JVM measures, and the interval is"
              + " its own.")
  @Nullable Integer jvms;

  @Option(names = INDEX, hidden = true)
  String index = "";

  @Option(names = PREFERRED, hidden = true, split = ",")
  List<String> preferred = new ArrayList<>();

  @Option(names = SKIPPED, hidden = true, split = ",")
  List<Integer> skipped = new ArrayList<>();

  @Option(names = REFERENCE, hidden = true)
  boolean hasReference;

  /** Returns whether a parent has started this JVM. */
  boolean isChild() {
    return !index.isEmpty();
  }

  /** Returns how many JVMs measure, as far as this one knows. */
  int count() {
    return isChild() ? 1 : jvms == null ? DEFAULT_JVMS : jvms;
  }

  /** Returns the end of a line of progress. */
  String suffix() {
    return isChild() ? ", JVM " + index : "";
  }

  /** Leaves out what has failed in a JVM before. */
  List<Operation> wanted(List<Operation> operations) {
    List<Operation> wanted = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      if (!skipped.contains(i)) {
        wanted.add(operations.get(i));
      }
    }
    return wanted;
  }
}
