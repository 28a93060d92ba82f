// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.cyclecounter.CycleCounter;
import org.osgi.framework.ServiceReference;

/**
 * Reads the best counter there is, and now and then one that it got earlier, as a careless consumer
 * does.
 */
final class ChurnReader extends Thread {

  private static final int READINGS = 100;

  private final Container container;
  private final ConcurrentLinkedQueue<Throwable> failures;

  /** Between two looks for the best counter. */
  private final long pauseMs;

  private volatile boolean ended;
  volatile long readings;

  ChurnReader(
      Container container, int number, long pauseMs, ConcurrentLinkedQueue<Throwable> failures) {
    super("reader-" + number);
    this.container = container;
    this.pauseMs = pauseMs;
    this.failures = failures;
  }

  void end() throws InterruptedException {
    ended = true;
    join(Container.PATIENCE.toMillis());
  }

  @Override
  public void run() {
    CycleCounter earlier = null;
    ServiceReference<?> last = null;
    CycleCounter counter = null;
    while (!ended) {
      try {
        List<ServiceReference<?>> references = container.services(Ours.COUNTER, null);
        if (!references.isEmpty() && !references.get(0).equals(last)) {
          Object service = container.context().getService(references.get(0));
          if (service != null) {
            earlier = counter;
            counter = Views.of(CycleCounter.class, service);
            last = references.get(0);
          }
        }
        read(counter);
        read(earlier);
        Thread.sleep(pauseMs);
      } catch (Throwable e) {
        failures.add(e);
      }
    }
  }

  private void read(CycleCounter counter) {
    try {
      for (int i = 0; i < READINGS && counter != null; i++) {
        readings += counter.cycles() == 0 ? 0 : 1;
      }
    } catch (IllegalStateException e) {
      // CycleCounter.cycles() says so.
    }
  }
}
