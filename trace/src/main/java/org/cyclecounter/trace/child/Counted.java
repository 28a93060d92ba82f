// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A finished count.
 *
 * @param instructions of the commonest run
 * @param agreeing how many runs have it
 * @param runs how many were counted
 * @param conditions what decides it beside the operation
 * @param entries the lines, most first; of runs that differ, those in which they do, and by how
 *     much
 */
public record Counted(
    long instructions,
    int agreeing,
    int runs,
    String conditions,
    List<Map.Entry<StackTraceElement, Long>> entries) {

  /** Returns the lines as objects of a type of the caller's. */
  public <T> List<T> lines(BiFunction<StackTraceElement, Long, T> type) {
    return entries.stream().map(line -> type.apply(line.getKey(), line.getValue())).toList();
  }
}
