// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.io.Serializable;
import java.util.List;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.Conditions;

/**
 * An operation, and how a child JVM counts it. Serializable with lists that are.
 *
 * @param name of its class or method; of a benchmark also its parameters
 * @param obstacle why it cannot be counted, one sentence; empty if it can
 * @param classPath folders and JARs to search beside this process's class path and module path; may
 *     be empty
 * @param program the program that counts it
 * @param arguments of the program that say what to count
 * @param operations of a call, by {@code @OperationsPerInvocation}
 * @param conditions of its count beside those of every operation; empty for none
 */
public record Target(
    String name,
    String obstacle,
    String classPath,
    ChildProgram program,
    List<String> arguments,
    int operations,
    String conditions)
    implements Serializable {

  /** Counts an operation by its name. */
  static final ChildProgram OF_NAME =
      new ChildProgram(List.of(), Conditions.OPTIONS, List.of(), CountMain.class.getName(), false);

  /** Returns a class that implements Callable or, by CLASS#METHOD, a static method. */
  public static Target ofName(String name, String classPath) {
    return new Target(name, "", classPath, OF_NAME, List.of(name), 1, "");
  }
}
