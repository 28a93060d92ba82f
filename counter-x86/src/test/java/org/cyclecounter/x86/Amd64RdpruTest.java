// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64RdpruTest extends CounterContract {
  Amd64RdpruTest() {
    super(new Amd64Rdpru(), "amd64-rdpru", CounterKind.ON_CORE, Scope.CORE, "RDPRU");
  }
}
