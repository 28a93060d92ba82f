// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the family's counters of every processor, and tests whether they keep the contract. */
public final class RiscvContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return Stream.of("riscv64", "riscv32")
        .flatMap(processor -> RiscvProvider.of(new Platform("linux", processor)).stream())
        .toList();
  }

  @Override
  protected String provider() {
    return RiscvContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
