// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.ProviderContract;

class ArmProviderTest extends ProviderContract {
  ArmProviderTest() {
    super(
        ArmProvider.class,
        ArmProvider::of,
        Map.ofEntries(
            Map.entry("aarch64", List.of("arm64-perfpmc", "arm64-pmc", "arm64-vct", "arm64-vctss")),
            Map.entry("arm", List.of("arm32-cortex", "arm32-1176")),
            Map.entry("armel", List.of("arm32-cortex", "arm32-1176")),
            Map.entry("x86-64", List.of())));
  }
}
