// SPDX-License-Identifier: Apache-2.0
import com.example.rawclock.RawClockProvider;
import org.cyclecounter.spi.CycleCounterProvider;

/** A clock of the C library's, read through JNA. */
module com.example.rawclock {
  requires org.cyclecounter.api;
  requires com.sun.jna;

  provides CycleCounterProvider with
      RawClockProvider;
}
