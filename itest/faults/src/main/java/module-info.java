// SPDX-License-Identifier: Apache-2.0
import com.example.faults.BadProviders;
import com.example.faults.JavaFaults;
import com.example.faults.Mistakes;
import com.example.faults.NativeFaults;
import com.example.faults.OddCounters;
import org.cyclecounter.spi.CycleCounterProvider;

/** A stranger's providers, every counter of which misbehaves. */
module com.example.faults {
  requires org.cyclecounter.api;

  provides CycleCounterProvider with
      NativeFaults,
      JavaFaults,
      OddCounters,
      Mistakes,
      BadProviders.BlockedConstructor,
      BadProviders.FailedConstructor,
      BadProviders.FailedInitializer,
      BadProviders.NoCounters,
      BadProviders.EndlessCounters,
      BadProviders.BlockedCounters,
      BadProviders.FailedCounters,
      BadProviders.NullCounters,
      BadProviders.NullCounter,
      BadProviders.TenThousand;
}
