// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

/** The machine's processors, and what binds a thread to one. */
interface Processors {

  /** How many there are for this process. */
  int count();

  /** Binds the calling thread to one of them, from 0 on; false where that cannot be done here. */
  boolean bind(int processor);
}
