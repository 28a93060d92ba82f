// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the family's counters of every system, and tests whether they keep the contract. */
public final class OsContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    Map<String, CounterSource> counters = new LinkedHashMap<>();
    for (String os : List.of("linux", "darwin", "win32")) {
      OsProvider.of(new Platform(os, "x86-64"))
          .forEach(counter -> counters.putIfAbsent(counter.name(), counter));
    }
    return List.copyOf(counters.values());
  }

  @Override
  protected String provider() {
    return OsContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
