package org.cyclecounter.misc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class MiscProviderTest {

  private static List<String> names(String processor) {
    return MiscProvider.of(processor).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            MiscProvider.class,
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    assertThat(names("mips64")).containsExactly("mips64-cc");
    assertThat(names("mips64el")).containsExactly("mips64-cc");
    assertThat(names("s390x")).containsExactly("s390x-stckf");
    assertThat(names("sparcv9")).containsExactly("sparc64-rdtick");
    assertThat(names("loongarch64")).containsExactly("loong64-rdtime");
    assertThat(names("x86-64")).isEmpty();
  }
}
