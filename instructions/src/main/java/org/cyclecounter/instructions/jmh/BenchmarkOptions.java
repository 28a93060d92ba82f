// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.stepping.Conditions;

/** The options of the JVM that counts a benchmark. */
final class BenchmarkOptions {

  /** One of JMH's hints. */
  static final String COMPILER_BLACKHOLES = "-DcompilerBlackholesEnabled=true";

  /**
   * The generated code that calls the benchmark is interpreted, so that nothing is inlined into it,
   * and reads the clock where that is watched; about which the JVM would warn.
   */
  static final List<String> OWN =
      List.of("-XX:CompileCommand=exclude,*.*_ss_jmhStub", "-Xlog:jni+resolve=off");

  /** An option that loads an agent. */
  static final Pattern AGENT = Pattern.compile("-(javaagent|agentlib|agentpath):.*");

  /** The collector and its memory are the same for all. */
  private static final Pattern REPLACED =
      Pattern.compile("-XX:[+-]Use\\w+GC|-Xm[snx].*|-XX:(Max)?NewSize=.*");

  /** More memory, from 1 GB, is not forbidden. */
  private static final Pattern LARGE =
      Pattern.compile("-Xmx([1-9]\\d*[gGtT]|[1-9]\\d{3,}[mM]|[1-9]\\d{6,}[kK]|[1-9]\\d{9,})");

  private BenchmarkOptions() {}

  /** Returns all options that are conditions of a count: those that it asks for, and then ours. */
  static List<String> of(Collection<String> asked) {
    List<String> options = new ArrayList<>(asked);
    options.removeIf(REPLACED.asMatchPredicate());
    options.addAll(Conditions.OPTIONS);
    asked.stream().filter(LARGE.asMatchPredicate()).forEach(options::add);
    return options;
  }
}
