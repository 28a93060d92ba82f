// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;

/** A component that says which counter is bound to it. */
public final class Bound implements Supplier<String> {

  private volatile CycleCounter counter;

  /** Called by Declarative Services. */
  public void bind(CycleCounter bound) {
    counter = bound;
  }

  /** Called by Declarative Services; after the next one was bound, if the reference is dynamic. */
  public void unbind(CycleCounter unbound) {
    if (counter == unbound) {
      counter = null;
    }
  }

  /** Returns the counter's name; "none" without one. */
  @Override
  public String get() {
    CycleCounter bound = counter;
    return bound == null ? "none" : bound.implementation();
  }
}
