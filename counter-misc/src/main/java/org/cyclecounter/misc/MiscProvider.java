// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/** The counters of MIPS, s390x, SPARC and LoongArch processors. */
public final class MiscProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "mips64", "mips64el" -> List.of(MiscCounter.mips64Cc());
      case "s390x" -> List.of(MiscCounter.s390xStckf());
      case "sparcv9" -> List.of(MiscCounter.sparc64Rdtick());
      case "loongarch64" -> List.of(MiscCounter.loong64Rdtime());
      default -> List.of();
    };
  }
}
