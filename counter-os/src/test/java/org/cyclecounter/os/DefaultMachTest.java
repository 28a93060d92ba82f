// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class DefaultMachTest extends CounterContract {
  DefaultMachTest() {
    super(new DefaultMach(), "default-mach", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
