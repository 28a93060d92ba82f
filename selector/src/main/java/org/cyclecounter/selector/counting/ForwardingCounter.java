// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/**
 * A counter that describes itself as another one does. How it reads is left to each class: the
 * compiler must see through every read.
 */
public interface ForwardingCounter extends CycleCounter {

  /** Returns the counter that is read at present; another one after a loss or a settling. */
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
