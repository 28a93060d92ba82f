// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.cyclecounter.tck.ProviderTck;

/** Lists the family's counters of every processor, and tests whether they keep the contract. */
public final class MiscContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return Stream.of("mips64", "s390x", "sparcv9", "loongarch64")
        .flatMap(processor -> MiscProvider.of(new Platform("linux", processor)).stream())
        .toList();
  }

  @Override
  protected String provider() {
    return MiscContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
