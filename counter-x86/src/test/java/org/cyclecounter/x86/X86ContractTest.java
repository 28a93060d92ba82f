// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the family's counters of every processor, and tests whether they keep the contract. */
public final class X86ContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return Stream.of("x86-64", "x86")
        .flatMap(processor -> X86Provider.of(new Platform("linux", processor)).stream())
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
