package org.cyclecounter.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class ArmProviderTest {

  private static List<String> names(String processor) {
    return ArmProvider.of(processor).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            ArmProvider.class,
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    assertThat(names("aarch64"))
        .containsExactly("arm64-perfpmc", "arm64-pmc", "arm64-vct", "arm64-vctss");
    assertThat(names("arm")).containsExactly("arm32-cortex", "arm32-1176");
    assertThat(names("armel")).containsExactly("arm32-cortex", "arm32-1176");
    assertThat(names("x86-64")).isEmpty();
  }
}
