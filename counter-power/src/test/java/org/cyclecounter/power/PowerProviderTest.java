package org.cyclecounter.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class PowerProviderTest {

  @Test
  void isFoundByServiceLoaderAndOffersNothingYet() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            PowerProvider.class, provider -> assertThat(provider.counters()).isEmpty());
  }
}
