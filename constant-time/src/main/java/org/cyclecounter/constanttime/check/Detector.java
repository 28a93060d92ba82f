// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.io.IOException;
import java.util.Set;
import org.cyclecounter.instructions.stepping.CountFailure;

/** The part of a method that runs in the child JVM, on its main thread, with the library loaded. */
interface Detector {

  /**
   * Tries the method on code that it must object to, unless it works everywhere.
   *
   * @return why it cannot judge here, one sentence; empty if it can
   * @throws IOException if a report cannot be read
   */
  default String obstacle() throws IOException {
    return "";
  }

  /**
   * Warms an operation up and checks it.
   *
   * @param accepted methods whose results are public by intent; their places are left out
   * @return what it found
   * @throws IOException if a report cannot be read
   * @throws CountFailure if the operation throws or changes its secret
   */
  Detection detect(SecretRuns runs, Set<String> accepted) throws IOException, CountFailure;
}
