package org.cyclecounter.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class ArmProviderTest {

  @Test
  void isFoundByServiceLoaderAndOffersNothingYet() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            ArmProvider.class, provider -> assertThat(provider.counters()).isEmpty());
  }
}
