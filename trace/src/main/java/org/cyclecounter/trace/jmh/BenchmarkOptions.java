// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.trace.child.Conditions;

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

  /** The collector and its memory are the same for all; more memory is not forbidden. */
  private static final Pattern REPLACED =
      Pattern.compile("-XX:[+-]Use\\w+GC|-Xm[sn].*|-Xmx.*|-XX:(Max)?NewSize=.*");

  private static final Pattern AGENT = Pattern.compile("-(javaagent|agentlib|agentpath):.*");

  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");

  private static final long MIN_HEAP = 768L << 20;

  private BenchmarkOptions() {}

  /** Returns all options that are conditions of a count: those that it asks for, and then ours. */
  static List<String> of(Collection<String> asked) {
    List<String> options = new ArrayList<>(asked);
    options.removeIf(REPLACED.asMatchPredicate());
    options.addAll(Conditions.OPTIONS);
    asked.stream().filter(option -> heap(option) > MIN_HEAP).forEach(options::add);
    return options;
  }

  private static long heap(String option) {
    Matcher heap = HEAP.matcher(option);
    if (!heap.matches() || heap.group(1).length() > 12) {
      return 0;
    }
    int unit =
        " kmgt"
            .indexOf(
                heap.group(2).isEmpty() ? " " : heap.group(2).toLowerCase(java.util.Locale.ROOT));
    return Long.parseLong(heap.group(1)) << 10 * unit;
  }

  /** Returns the first option that loads an agent; empty if none does. */
  static String agent(Collection<String> asked) {
    return asked.stream().filter(AGENT.asMatchPredicate()).findFirst().orElse("");
  }
}
