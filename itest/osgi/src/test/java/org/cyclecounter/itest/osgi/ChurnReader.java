// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * Reads the best counter there is, and now and then one that it got earlier, as a careless consumer
 * does.
 */
final class ChurnReader extends Thread {

  private static final int READINGS = 1000;

  private final BundleContext context;
  private final ConcurrentLinkedQueue<Throwable> failures;

  /** Between two looks for the best counter. */
  private final long pauseMs;

  private volatile boolean ended;
  volatile long readings;

  ChurnReader(
      BundleContext context, int number, long pauseMs, ConcurrentLinkedQueue<Throwable> failures) {
    super("reader-" + number);
    this.context = context;
    this.pauseMs = pauseMs;
    this.failures = failures;
  }

  void end() throws InterruptedException {
    ended = true;
    join(Container.PATIENCE.toMillis());
  }

  @Override
  public void run() {
    MethodHandle earlier = null;
    ServiceReference<?> last = null;
    MethodHandle cycles = null;
    while (!ended) {
      try {
        ServiceReference<?> reference = best();
        if (reference != null && !reference.equals(last)) {
          Object service = context.getService(reference);
          if (service != null) {
            earlier = cycles;
            cycles = cycles(service);
            last = reference;
          }
        }
        read(cycles);
        read(earlier);
        Thread.sleep(pauseMs);
      } catch (Throwable e) {
        failures.add(e);
      }
    }
  }

  /** Of all: the test's class path has another class of that name. */
  private ServiceReference<?> best() throws InvalidSyntaxException {
    ServiceReference<?>[] all = context.getAllServiceReferences(Ours.COUNTER, null);
    return all == null ? null : Collections.max(List.of(all));
  }

  private void read(MethodHandle cycles) throws Throwable {
    if (cycles == null) {
      return;
    }
    try {
      for (int i = 0; i < READINGS; i++) {
        long reading = (long) cycles.invokeExact();
        readings += reading == 0 ? 0 : 1;
      }
    } catch (IllegalStateException e) {
      // CycleCounter.cycles() says so.
    }
  }

  private static MethodHandle cycles(Object service) throws ReflectiveOperationException {
    return MethodHandles.publicLookup()
        .findVirtual(counterType(service), "cycles", MethodType.methodType(long.class))
        .bindTo(service);
  }

  /**
   * The container's CycleCounter, which the service's class implements, or one of its interfaces.
   */
  private static Class<?> counterType(Object service) throws NoSuchMethodException {
    Deque<Class<?>> types = new ArrayDeque<>(List.of(service.getClass().getInterfaces()));
    while (!types.isEmpty()) {
      Class<?> type = types.remove();
      if (type.getName().equals(Ours.COUNTER)) {
        return type;
      }
      types.addAll(List.of(type.getInterfaces()));
    }
    throw new NoSuchMethodException(service + " is no counter");
  }
}
