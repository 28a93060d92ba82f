// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.List;

/**
 * The program that a child JVM runs.
 *
 * @param wrapper the program that runs the JVM, with its options; empty for none
 * @param options of the JVM
 * @param main its main class, of this module
 */
public record ChildProgram(List<String> wrapper, List<String> options, Class<?> main) {

  static final ChildProgram COUNTING =
      new ChildProgram(List.of(), Conditions.OPTIONS, TracedMain.class);
}
