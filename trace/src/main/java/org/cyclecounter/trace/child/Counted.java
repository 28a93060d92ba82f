// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.List;
import java.util.Map;

/**
 * A finished count.
 *
 * @param instructions of the commonest run
 * @param agreeing how many runs have it
 * @param runs how many were counted
 * @param conditions what decides it beside the operation
 * @param lines most first; of runs that differ, those in which they do, and by how much
 */
public record Counted(
    long instructions,
    int agreeing,
    int runs,
    String conditions,
    List<Map.Entry<StackTraceElement, Long>> lines) {

  static Map.Entry<StackTraceElement, Long> line(String text) {
    String[] columns = text.split("\t", -1);
    StackTraceElement element =
        new StackTraceElement(
            columns[1],
            columns[2],
            columns[3].isEmpty() ? null : columns[3],
            Integer.parseInt(columns[4]));
    return Map.entry(element, Long.parseLong(columns[0]));
  }
}
