// SPDX-License-Identifier: Apache-2.0
package samples.component;

import org.cyclecounter.CycleCounter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/*
 * 07. Use the best counter in an OSGi component.
 *
 * Prints, for example:meter in a Gogo shell:
 *   <n> cycles by <counter>
 *
 * Trap: CpuCycles selects once, from the bundles that are started by then. The service follows: a
 * greedy reference gets a new component as soon as a better counter appears. Name what you need:
 * target = "(cyclecounter.counts=*_CYCLES)" for core cycles, "(cyclecounter.scope=SYSTEM)" for
 * readings of different threads. The kind is no such thing: default-perfevent counts core cycles,
 * and is OFF_CORE.
 */
@Component(
    service = S07Component.class,
    property = {"osgi.command.scope=example", "osgi.command.function=meter"})
public final class S07Component {

  private final CycleCounter counter;

  @Activate
  public S07Component(
      @Reference(policyOption = ReferencePolicyOption.GREEDY) CycleCounter counter) {
    this.counter = counter;
  }

  /** Returns the cycles that a task takes, run once. */
  public long cycles(Runnable task) {
    long start = counter.start();
    task.run();
    return counter.stop() - start;
  }

  /** The command: what an empty task takes. */
  public String meter() {
    return cycles(() -> {}) + " cycles by " + counter.implementation();
  }
}
