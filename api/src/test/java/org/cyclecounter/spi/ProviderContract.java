// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

/** What every family's provider keeps to; one subclass for each, in its own module. */
public abstract class ProviderContract {

  private final Class<? extends CycleCounterProvider> type;
  private final Function<Platform, List<CounterSource>> ofPlatform;
  private final Map<String, List<String>> expected;

  protected ProviderContract(
      Class<? extends CycleCounterProvider> type,
      Function<Platform, List<CounterSource>> ofPlatform,
      Map<String, List<String>> expected) {
    this.type = type;
    this.ofPlatform = ofPlatform;
    this.expected = expected;
  }

  private List<String> names(String processor) {
    return ofPlatform.apply(new Platform("linux", processor)).stream()
        .map(CounterSource::name)
        .toList();
  }

  @Test
  void isFoundByServiceLoaderAndOffersThisProcessorsCounters() {
    assertThat(ServiceLoader.load(CycleCounterProvider.class))
        .singleElement()
        .isInstanceOf(type)
        .satisfies(
            provider ->
                assertThat(provider.counters())
                    .extracting(CounterSource::name)
                    .isEqualTo(names(Platform.current().processor())));
  }

  @Test
  void offersEachProcessorItsCountersInOrder() {
    expected.forEach((processor, names) -> assertThat(names(processor)).isEqualTo(names));
    assertThat(names("pdp-11")).isEmpty();
  }
}
