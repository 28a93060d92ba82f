// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.util.Set;
import org.cyclecounter.trace.child.CountFailure;

/** Runs of an operation that are recorded in four slots and compared. */
interface Recording {

  /**
   * Collects if a collection might come soon.
   *
   * @return true if objects have moved: earlier runs cannot be compared with later ones
   */
  boolean makeRoom();

  /** Runs once with a secret, records it in a slot, 0 to 3, and returns how many steps that has. */
  long record(byte[] secret, int slot) throws CountFailure;

  /**
   * Compares the paths in two slots.
   *
   * @return how many instructions of the first were not judged; then the differences, each a kind
   *     and a program counter
   */
  long[] differences(int first, int second);

  /** Returns the instructions of the last run, each with its count behind it. */
  long[] places();

  /** Looks the stacks of program counters up. */
  Stacks stacks(Set<Long> places);

  /** Tells the parent how much is done; 100 % stand for the warm-up. */
  void progress(int percent) throws IOException;
}
