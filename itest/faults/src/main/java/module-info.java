import com.example.faults.BadProviders;
import com.example.faults.JavaFaults;
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
      BadProviders.BlockedConstructor,
      BadProviders.FailedConstructor,
      BadProviders.BlockedCounters,
      BadProviders.FailedCounters,
      BadProviders.NullCounters,
      BadProviders.NullCounter,
      BadProviders.TenThousand;
}
