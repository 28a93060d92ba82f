// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

/** Its facts do not depend on its name; {@link PowerProviderTest} has both names. */
class MftbTest extends CounterContract {
  MftbTest() {
    super(new Mftb("ppc64-mftb"), "ppc64-mftb", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
