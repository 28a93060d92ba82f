// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class WindowsQpcTest extends CounterContract {
  WindowsQpcTest() {
    super(new WindowsQpc(), "windows-qpc", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
