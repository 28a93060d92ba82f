// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.ProviderContract;

class PowerProviderTest extends ProviderContract {
  PowerProviderTest() {
    super(
        PowerProvider.class,
        PowerProvider::of,
        Map.ofEntries(
            Map.entry("ppc64le", List.of("ppc64-mftb")),
            Map.entry("ppc64", List.of("ppc64-mftb")),
            Map.entry("ppc", List.of("ppc32-mftb")),
            Map.entry("x86-64", List.of())));
  }
}
