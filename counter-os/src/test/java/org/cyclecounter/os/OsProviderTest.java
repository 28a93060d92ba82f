// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class OsProviderTest {

  private static final List<String> EVERYWHERE =
      List.of(
          "thread-cputime",
          "default-perfevent",
          "default-mach",
          "default-monotonic",
          "default-gettimeofday",
          "default-zero");

  private static List<String> withFirst(String... names) {
    List<String> all = new ArrayList<>(List.of(names));
    all.addAll(EVERYWHERE);
    return all;
  }

  @Test
  void aSystemsOwnCountersAreOfferedThereOnlyAndFirst() {
    assertThat(OsProvider.of(new Platform("linux", "x86-64")))
        .extracting(CounterSource::name)
        .isEqualTo(EVERYWHERE);
    assertThat(OsProvider.of(new Platform("darwin", "x86-64")))
        .extracting(CounterSource::name)
        .isEqualTo(withFirst("macos-selfcounts"));
    assertThat(OsProvider.of(new Platform("win32", "x86-64")))
        .extracting(CounterSource::name)
        .isEqualTo(withFirst("windows-threadcycles", "windows-qpc"));
  }
}
