package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class X86ProviderTest {

  private static List<String> names(String processor) {
    return X86Provider.of(processor).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            X86Provider.class,
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    assertThat(names("x86-64"))
        .containsExactly(
            "amd64-pmc",
            "amd64-perfpmc",
            "amd64-perfpmcff",
            "amd64-pmcff",
            "amd64-rdpru",
            "amd64-tsc",
            "amd64-tscasm");
    assertThat(names("x86")).containsExactly("x86-tsc", "x86-tscasm");
    assertThat(names("aarch64")).isEmpty();
  }
}
