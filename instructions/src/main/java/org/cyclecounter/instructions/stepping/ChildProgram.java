// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that a child JVM runs. Serializable with lists that are.
 *
 * @param wrapper the program that runs the JVM, with its options; empty for none
 * @param options of the JVM that are conditions of a count
 * @param hints further options of the JVM, most of which concern other operations
 * @param main its main class, a name, because a class may need JMH
 * @param isFirst true if the operation's class path is searched before this process's
 */
public record ChildProgram(
    List<String> wrapper, List<String> options, List<String> hints, String main, boolean isFirst)
    implements Serializable {

  /** Returns the same program with further options, which win. */
  public ChildProgram with(List<String> last) {
    List<String> all = new ArrayList<>(options);
    all.addAll(last);
    return new ChildProgram(wrapper, List.copyOf(all), hints, main, isFirst);
  }
}
