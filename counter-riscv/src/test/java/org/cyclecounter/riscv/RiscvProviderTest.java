package org.cyclecounter.riscv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class RiscvProviderTest {

  @Test
  void isFoundByServiceLoaderAndOffersNothingYet() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            RiscvProvider.class, provider -> assertThat(provider.counters()).isEmpty());
  }
}
