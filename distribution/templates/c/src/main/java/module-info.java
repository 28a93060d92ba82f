// SPDX-License-Identifier: Apache-2.0
import com.example.ordered.OrderedProvider;
import org.cyclecounter.spi.CycleCounterProvider;

/** A counter in C, whose every read is ordered. */
module com.example.ordered {
  requires org.cyclecounter.api;

  provides CycleCounterProvider with
      OrderedProvider;
}
