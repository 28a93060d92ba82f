// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.arm.ArmProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters of ARM processors. */
@NullMarked
module org.cyclecounter.arm {
  requires org.cyclecounter.api;
  requires static org.jspecify;

  provides CycleCounterProvider with
      ArmProvider;
}
