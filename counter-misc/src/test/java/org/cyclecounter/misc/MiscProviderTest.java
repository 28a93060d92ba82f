// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.nativelib.Platform;

class MiscProviderTest extends ProviderContract {
  MiscProviderTest() {
    super(
        MiscProvider.class,
        Platform.current().processor(),
        processor -> MiscProvider.of(new Platform("linux", processor)),
        """
        mips64-cc      mips64,mips64el ON_CORE          CORE   32 - CORE_CYCLES
        s390x-stckf    s390x           FIXED_RESOLUTION SYSTEM 64 - TIME
        sparc64-rdtick sparcv9         ON_CORE          CORE   64 - CORE_CYCLES
        loong64-rdtime loongarch64     OFF_CORE         SYSTEM 64 - TICKS
        """);
  }
}
