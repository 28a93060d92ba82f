// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.util.List;

/**
 * The number of instructions that an operation executed in user mode, from the first of its method
 * to the return, once all of it was compiled.
 *
 * @param instructions the number in the most common run
 * @param agreeing how many runs, of all JVMs, have exactly this number, or one of {@code calls}
 * @param runs how many were counted, five in each JVM
 * @param conditions the other causes that decide the number: Java build, processor features, the
 *     child JVM's options and the warm-up
 * @param lines the lines that they belong to, most first; of a count that is not repeatable those
 *     in which the runs differ, each with the difference between its largest and its smallest count
 * @param others lines of the same methods that have no instructions, not of the JDK
 * @param calls numbers that only some calls have, the same calls in every JVM; the commonest first
 * @param bytes that a call allocates on the heap, the mean of a row of calls; NaN where fresh JVMs
 *     differ, or it is not known: of a benchmark of single shots, or in a JVM that does not tell
 * @since 0.1.0
 */
public record InstructionCount(
    long instructions,
    int agreeing,
    int runs,
    String conditions,
    List<LineCount> lines,
    List<LineCount> others,
    List<CallCount> calls,
    double bytes) {

  /** The runs that may differ: fewer than half of a JVM's five. */
  private static final int MAX_DIFFERENT = 2;

  /**
   * Creates a count.
   *
   * @param instructions as above
   * @param agreeing as above
   * @param runs as above
   * @param conditions as above
   * @param lines copied
   * @param others copied
   * @param calls copied
   * @param bytes as above
   */
  public InstructionCount {
    lines = List.copyOf(lines);
    others = List.copyOf(others);
    calls = List.copyOf(calls);
  }

  /**
   * Creates a count without other lines, all of whose calls have the number.
   *
   * @param instructions as above
   * @param agreeing as above
   * @param runs as above
   * @param conditions as above
   * @param lines copied
   */
  public InstructionCount(
      long instructions, int agreeing, int runs, String conditions, List<LineCount> lines) {
    this(instructions, agreeing, runs, conditions, lines, List.of(), List.of(), Double.NaN);
  }

  /**
   * Returns true if the number is the same in fresh JVMs: at least two thirds of the runs agree,
   * and at most two differ, so that a JVM with another number is always seen. Hazard: with many
   * JVMs, three disturbed runs are enough for false.
   *
   * @return true if the count is repeatable
   */
  public boolean isRepeatable() {
    return 3 * agreeing >= 2 * runs && runs - agreeing <= MAX_DIFFERENT;
  }
}
