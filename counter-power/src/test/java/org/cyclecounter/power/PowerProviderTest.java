package org.cyclecounter.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class PowerProviderTest {

  private static List<String> names(String processor) {
    return PowerProvider.of(processor).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            PowerProvider.class,
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    assertThat(names("ppc64le")).containsExactly("ppc64-mftb");
    assertThat(names("ppc64")).containsExactly("ppc64-mftb");
    assertThat(names("ppc")).containsExactly("ppc32-mftb");
    assertThat(names("x86-64")).isEmpty();
  }
}
