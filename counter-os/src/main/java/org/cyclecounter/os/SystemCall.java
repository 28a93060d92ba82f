// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * A counter that is one call of the operating system's, without an ordered form. It cannot crash,
 * so it is read in this process at once.
 */
abstract class SystemCall extends NativeCounterSource {

  SystemCall(String name, CounterKind kind, Scope scope, Scaling unknownRate) {
    super(name, kind, scope, OsLibrary.LIBRARY, unknownRate);
  }

  /** Makes the call: the native method that CC_READ defines. */
  abstract long ticks();

  @Override
  public final boolean mayCrash() {
    return false;
  }

  @Override
  protected final long read(Function function) {
    return ticks();
  }
}
