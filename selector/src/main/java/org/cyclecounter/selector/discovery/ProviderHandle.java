// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A provider that has been found and can be created. Only {@link #make()} runs third-party code.
 */
public interface ProviderHandle {

  /** Returns the name of its class, known before it is created. */
  String type();

  /** Describes it for people: its class and, in a container, the name of its bundle. */
  default String describe() {
    return type();
  }

  /** Creates it, or returns the existing one; to be run within a time limit. */
  CycleCounterProvider make() throws Exception;
}
