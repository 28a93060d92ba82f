// SPDX-License-Identifier: Apache-2.0
package samples;

import java.time.Instant;
import java.util.Locale;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.clock.CycleClock;
import org.cyclecounter.selector.CycleCounterSelector;

/*
 * 12. Say when a counter was read.
 *
 * Prints:
 *   stamped at <instant>
 *   <clock> ms later by the clock, each reading +- <bound> ns
 *   <estimate> ms later by cyclesPerSecond()
 *
 * Trap: cyclesPerSecond() is an estimate, from a file of the system; divided by it, cycles drift
 * from time, often by a thousandth, and core cycles are no time at all. CycleClock compares the
 * counter with System.nanoTime five times a second, and has a bound. That bound is for the moment
 * of the question: ask after the machine was suspended, and a reading from before has none.
 */
public final class S12Clock {

  private S12Clock() {}

  public static void main(String[] arguments) throws InterruptedException {
    CycleCounter counter =
        CycleCounterSelector.builder()
            .minimumScope(Scope.SYSTEM) // a thread's own count is no clock
            .build()
            .select()
            .counter();
    try (CycleClock clock = CycleClock.of(counter)) {
      long stamp = counter.cycles(); // as cheap as the instruction
      Thread.sleep(500);
      long later = counter.cycles();

      Instant instant = Instant.EPOCH.plusNanos(clock.toEpochNanos(stamp));
      System.out.println("stamped at " + instant);
      System.out.printf(
          Locale.ROOT,
          "%.3f ms later by the clock, each reading +- %d ns%n",
          (clock.toNanos(later) - clock.toNanos(stamp)) / 1e6,
          Math.max(clock.errorBoundNanos(stamp), clock.errorBoundNanos(later)));
      System.out.printf(
          Locale.ROOT,
          "%.3f ms later by cyclesPerSecond()%n",
          (later - stamp) * 1e3 / counter.cyclesPerSecond());
    }
  }
}
