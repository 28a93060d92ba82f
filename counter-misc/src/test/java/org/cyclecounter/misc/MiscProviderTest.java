package org.cyclecounter.misc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class MiscProviderTest {

  @Test
  void isFoundByServiceLoaderAndOffersNothingYet() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            MiscProvider.class, provider -> assertThat(provider.counters()).isEmpty());
  }
}
