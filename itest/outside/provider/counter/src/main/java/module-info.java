// SPDX-License-Identifier: Apache-2.0
import com.example.clock.ClockProvider;
import org.cyclecounter.spi.CycleCounterProvider;

/** A counter of a third party's. */
module com.example.clock {
  requires org.cyclecounter.api;

  provides CycleCounterProvider with
      ClockProvider;
}
