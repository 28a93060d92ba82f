// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the 64-bit counters, and tests whether they keep the contract. */
public final class X86ContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return X86Provider.of(new Platform("linux", "x86-64")).stream()
        .filter(counter -> !counter.name().endsWith("-tscasm")) // another name of the same reads
        .toList();
  }

  @Override
  protected String provider() {
    return X86ContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
