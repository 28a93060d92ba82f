// SPDX-License-Identifier: Apache-2.0
import com.example.simulated.SimulatedProvider;
import org.cyclecounter.spi.CycleCounterProvider;

/** The cycle counter of a simulated processor. */
module com.example.simulated {
  requires org.cyclecounter.api;

  provides CycleCounterProvider with
      SimulatedProvider;
}
