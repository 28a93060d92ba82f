// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/**
 * A counter that says of itself what another one says. Each class reads in its own way: what a read
 * goes through must be plain to the compiler.
 */
public interface ForwardingCounter extends CycleCounter {

  /** The counter that is read now. */
  CycleCounter wrapped();

  @Override
  default long cyclesPerSecond() {
    return wrapped().cyclesPerSecond();
  }

  @Override
  default String implementation() {
    return wrapped().implementation();
  }

  @Override
  default Scope scope() {
    return wrapped().scope();
  }
}
