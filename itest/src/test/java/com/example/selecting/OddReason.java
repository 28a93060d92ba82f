// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;

/** A reason that looks like one of the selection's own, and is not. */
public final class OddReason implements CycleCounterProvider {

  /** Too long for any number. */
  public static final String NUMBER = "123456789012345678901234567890";

  /** The reason. */
  public static final String REASON =
      "usable: resolution "
          + NUMBER
          + " cycles (C), "
          + NUMBER
          + " (Java), penalty "
          + NUMBER
          + "; \"quoted\\\"\n{\"precision\":\t"
          + NUMBER
          + "}; probed natively, "
          + NUMBER
          + " ms";

  /** For ServiceLoader. */
  public OddReason() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Counter(
            "example-odd-reason",
            CounterKind.ON_CORE,
            false,
            () -> {
              throw new CounterUnavailableException(REASON);
            }));
  }
}
