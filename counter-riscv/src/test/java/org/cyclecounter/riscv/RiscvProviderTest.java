package org.cyclecounter.riscv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class RiscvProviderTest {

  private static List<String> names(String processor) {
    return RiscvProvider.of(processor).stream().map(CounterSource::name).toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOfSatisfying(
            RiscvProvider.class,
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    assertThat(names("riscv64"))
        .containsExactly("riscv64-perfrdcycle", "riscv64-rdcycle", "riscv64-rdtime");
    assertThat(names("riscv32")).containsExactly("riscv32-perfrdcycle", "riscv32-rdcycle");
    assertThat(names("x86-64")).isEmpty();
  }
}
