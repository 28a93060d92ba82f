// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.spi.CycleCounterProvider;

/** A provider that has been found and can be made. */
public interface ProviderHandle {

  /** Its class's name, known before it is made. */
  String type();

  /** Its class and, in a container, the name of its bundle, for people. */
  default String describe() {
    return type();
  }

  /** Makes it, or gives the one there is: third-party code, to be run within limits. */
  CycleCounterProvider make() throws Exception;
}
