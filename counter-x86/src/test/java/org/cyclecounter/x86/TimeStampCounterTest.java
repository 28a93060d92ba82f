// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

/** Its facts do not depend on its name; {@link X86ProviderTest} has all four names. */
class TimeStampCounterTest extends CounterContract {
  TimeStampCounterTest() {
    super(
        new TimeStampCounter("amd64-tsc"),
        "amd64-tsc",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        "RDTSC");
  }
}
