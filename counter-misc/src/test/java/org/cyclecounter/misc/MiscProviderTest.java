// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.ProviderContract;

class MiscProviderTest extends ProviderContract {
  MiscProviderTest() {
    super(
        MiscProvider.class,
        MiscProvider::of,
        Map.ofEntries(
            Map.entry("mips64", List.of("mips64-cc")),
            Map.entry("mips64el", List.of("mips64-cc")),
            Map.entry("s390x", List.of("s390x-stckf")),
            Map.entry("sparcv9", List.of("sparc64-rdtick")),
            Map.entry("loongarch64", List.of("loong64-rdtime")),
            Map.entry("x86-64", List.of())));
  }
}
