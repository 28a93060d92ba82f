package org.cyclecounter.riscv;

import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.PerfEvents;

/**
 * Whether every thread may read the cycle register, as before Linux 6.6. Where the kernel lends it
 * to threads with a perf event, a trial in one thread tells nothing of others.
 */
final class LegacyAccess {

  private LegacyAccess() {}

  static void check() throws CounterUnavailableException {
    int level = PerfEvents.userAccess();
    if (level == 0 || level == 1) {
      throw new CounterUnavailableException("kernel.perf_user_access is " + level + ", needs 2");
    }
  }
}
