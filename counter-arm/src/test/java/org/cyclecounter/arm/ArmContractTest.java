// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the family's counters of every processor, and tests whether they keep the contract. */
public final class ArmContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return Stream.of("aarch64", "arm")
        .flatMap(processor -> ArmProvider.of(new Platform("linux", processor)).stream())
        .toList();
  }

  @Override
  protected String provider() {
    return ArmContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
