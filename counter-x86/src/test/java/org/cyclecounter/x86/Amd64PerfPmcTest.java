// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64PerfPmcTest extends CounterContract {
  Amd64PerfPmcTest() {
    super(new Amd64Pmc("amd64-perfpmc"), "amd64-perfpmc", CounterKind.ON_CORE, Scope.THREAD);
  }
}
