// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters of MIPS, s390x, SPARC and LoongArch processors. */
@NullMarked
module org.cyclecounter.misc {
  requires org.cyclecounter.api;
  requires static org.jspecify;

  provides CycleCounterProvider with
      MiscProvider;
}
