// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

/**
 * The machine's processors, to which a thread can be bound.
 *
 * <p>Numbered from 0 without gaps, whatever the kernel's numbers are; an interface, so that tests
 * have machines of any size.
 */
interface Processors {

  /** The number of processors that this process may use. */
  int count();

  /** Binds the calling thread to one of them, from 0 on; false where that cannot be done here. */
  boolean bind(int processor);
}
