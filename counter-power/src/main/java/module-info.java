// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.power.PowerProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters of POWER processors. */
@NullMarked
module org.cyclecounter.power {
  requires org.cyclecounter.api;
  requires static org.jspecify;

  provides CycleCounterProvider with
      PowerProvider;
}
