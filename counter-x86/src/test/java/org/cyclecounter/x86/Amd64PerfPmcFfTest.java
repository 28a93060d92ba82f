// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64PerfPmcFfTest extends CounterContract {
  Amd64PerfPmcFfTest() {
    super(new Amd64PerfPmcFf(), "amd64-perfpmcff", CounterKind.ON_CORE, Scope.THREAD);
  }
}
