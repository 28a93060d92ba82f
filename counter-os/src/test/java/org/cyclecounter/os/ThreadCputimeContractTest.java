// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.tck.ProviderTck;
import org.junit.jupiter.api.Tag;

/**
 * Tests whether thread-cputime keeps the contract: it costs 5 s of processor time, because the kit
 * reads it until the thread's time has passed 2^32 ns.
 */
@Tag("long")
public final class ThreadCputimeContractTest extends ProviderTck implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return List.of(new ThreadCputime());
  }

  @Override
  protected String provider() {
    return ThreadCputimeContractTest.class.getName();
  }

  @Override
  protected boolean isService() {
    return false;
  }
}
