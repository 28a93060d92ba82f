// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * {@code default-zero}: listed as in libcpucycles but never opened. If nothing else works, the
 * selector itself returns the zero.
 */
final class DefaultZero extends SystemClock {

  DefaultZero() {
    super("default-zero", Scaling.none());
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    throw new CounterUnavailableException("always 0: the last resort when nothing else works");
  }
}
