// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The counters of POWER and PowerPC processors.
 *
 * <p>The platform's name includes the byte order, which does not matter for reads of a register.
 */
public final class PowerProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "ppc64", "ppc64le" -> List.of(new Mftb("ppc64-mftb"));
      case "ppc" -> List.of(new Mftb("ppc32-mftb"));
      default -> List.of();
    };
  }
}
