// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.os.OsProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters and clocks offered by operating systems. */
@NullMarked
module org.cyclecounter.os {
  requires org.cyclecounter.api;
  requires static com.sun.jna;
  requires static org.jspecify;

  provides CycleCounterProvider with
      OsProvider;
}
