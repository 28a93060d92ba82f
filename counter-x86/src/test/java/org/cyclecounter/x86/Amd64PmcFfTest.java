// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64PmcFfTest extends CounterContract {
  Amd64PmcFfTest() {
    super(new Amd64PmcFf(), "amd64-pmcff", CounterKind.ON_CORE, Scope.CORE, "RDPMC");
  }
}
