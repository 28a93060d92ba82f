// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.ProviderContract;

class X86ProviderTest extends ProviderContract {
  X86ProviderTest() {
    super(
        X86Provider.class,
        X86Provider::of,
        Map.ofEntries(
            Map.entry(
                "x86-64",
                List.of(
                    "amd64-pmc",
                    "amd64-perfpmc",
                    "amd64-perfpmcff",
                    "amd64-pmcff",
                    "amd64-rdpru",
                    "amd64-tsc",
                    "amd64-tscasm")),
            Map.entry("x86", List.of("x86-tsc", "x86-tscasm")),
            Map.entry("aarch64", List.of())));
  }
}
