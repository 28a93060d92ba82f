// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.x86.X86Provider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters of x86 processors. */
@NullMarked
@SuppressWarnings("module") // the digits at the end of its name are the processor's
module org.cyclecounter.x86 {
  requires org.cyclecounter.api;
  requires static org.jspecify;

  provides CycleCounterProvider with
      X86Provider;
}
