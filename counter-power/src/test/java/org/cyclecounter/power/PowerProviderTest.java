// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.nativelib.Platform;

class PowerProviderTest extends ProviderContract {
  PowerProviderTest() {
    super(
        PowerProvider.class,
        Platform.current().processor(),
        processor -> PowerProvider.of(new Platform("linux", processor)),
        """
        ppc64-mftb ppc64,ppc64le OFF_CORE SYSTEM 64 - TICKS
        ppc32-mftb ppc           OFF_CORE SYSTEM 64 - TICKS
        """);
  }
}
