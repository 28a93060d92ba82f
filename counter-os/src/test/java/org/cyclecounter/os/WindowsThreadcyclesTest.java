// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class WindowsThreadcyclesTest extends CounterContract {
  WindowsThreadcyclesTest() {
    super(new WindowsThreadcycles(), "windows-threadcycles", CounterKind.OFF_CORE, Scope.THREAD);
  }
}
