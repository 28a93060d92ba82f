// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.ClockProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.CycleCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Providers come and go while threads read. Every fourth round waits until a selection has been
 * made of what is there; the rest do not.
 */
class ChurnIT {

  private static final int WARM_UP = 6;
  private static final int ROUNDS = 100;
  private static final int READERS = 4;
  private static final int READINGS = 100;

  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private final Random random = new Random(42);
  private volatile boolean isOver;

  @TempDir Path storage;

  private record Provider(String counter, byte[] jar) {
    static Provider of(String name, String counter) throws IOException {
      return new Provider(counter, Files.readAllBytes(Container.jar(name)));
    }
  }

  @Test
  @Tag("long")
  void leavesNothingAfterManyRounds() throws Exception {
    boolean isArm = System.getProperty("os.arch").equals("aarch64");
    List<Provider> providers =
        List.of(
            Provider.of("cyclecounter-" + (isArm ? "arm" : "x86"), isArm ? "arm64" : "amd64"),
            Provider.of("cyclecounter-os", "default-gettimeofday"),
            new Provider("example-clock", Ours.clock().bytes()));
    String open = ClockProvider.OPEN + storage;
    System.setProperty(ClockProvider.COUNT, storage.toString());
    ExecutorService pool = Executors.newFixedThreadPool(READERS);
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      for (int round = 0; round < WARM_UP; round++) {
        round(container, round, providers.get(round % providers.size()));
      }
      assertThat(Footprint.left(loaders)).isZero();
      loaders.clear();
      Footprint before = Footprint.now();
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(pool.submit(() -> read(container)));
      }
      for (int round = 0; round < ROUNDS; round++) {
        round(container, round, providers.get(random.nextInt(providers.size())));
      }
      isOver = true;
      for (Future<Long> reader : readers) {
        assertThat(reader.get()).isPositive(); // throws what the reader threw
      }
      pool.shutdown();
      assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      readers.clear();
      Ours.best(container, "default-monotonic");
      assertThat(Footprint.left(loaders)).isZero();
      Container.await( // threads end with the garbage, other tests' at any time
          () -> {
            System.gc();
            return Footprint.now().isWithin(before);
          },
          "footprint within " + before);
      // Those of other tests, which select at the same time, end, too.
      List<ProcessHandle> children = ProcessHandle.current().children().toList();
      Container.await(
          () -> children.stream().noneMatch(ProcessHandle::isAlive),
          "end of the processes " + children);
      assertThat(Integer.getInteger(open, 0)).isZero();
    } finally {
      isOver = true; // after a failure, too
      pool.shutdown();
      System.clearProperty(ClockProvider.COUNT);
    }
  }

  /** Reads the best counter, and one that it got earlier, as a careless consumer does. */
  private long read(Container container) {
    long readings = 0;
    ServiceReference<?> last = null;
    CycleCounter earlier = null;
    CycleCounter counter = null;
    while (!isOver) {
      List<ServiceReference<?>> references = container.services(Ours.COUNTER, null);
      if (!references.isEmpty() && !references.get(0).equals(last)) {
        Object service = container.context().getService(references.get(0));
        if (service != null) {
          earlier = counter;
          counter = Views.of(CycleCounter.class, service);
          last = references.get(0);
        }
      }
      readings += read(counter) + read(earlier);
    }
    return readings;
  }

  private static long read(CycleCounter counter) {
    long readings = 0;
    try {
      for (int i = 0; i < READINGS && counter != null; i++) {
        readings += counter.cycles() == 0 ? 0 : 1;
      }
    } catch (IllegalStateException e) {
      return readings; // CycleCounter.cycles() says so
    }
    return readings;
  }

  private void round(Container container, int number, Provider provider) throws Exception {
    boolean waits = number % 4 == 0;
    Bundle bundle = container.install(provider.counter(), provider.jar());
    bundle.start();
    remember(bundle);
    select(container, provider, waits);
    bundle.stop();
    pause(waits);
    bundle.start();
    bundle.update(new ByteArrayInputStream(provider.jar()));
    remember(bundle);
    pause(waits);
    container.refresh(bundle);
    remember(bundle);
    select(container, provider, waits && number % 8 == 0);
    bundle.uninstall();
    if (waits) {
      Ours.newest(container);
      assertThat(Ours.names(container))
          .doesNotHaveDuplicates()
          .noneMatch(name -> name.contains(provider.counter()));
    }
    pause(waits);
    container.refresh();
  }

  private void remember(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    if (wiring != null) {
      loaders.add(new WeakReference<>(wiring.getClassLoader()));
    }
  }

  private void select(Container container, Provider provider, boolean waits) throws Exception {
    if (!waits) {
      pause(false);
      return;
    }
    Ours.newest(container);
    assertThat(Ours.names(container))
        .as(() -> String.join("\n", Ours.reportLines(container)))
        .doesNotHaveDuplicates()
        .anyMatch(name -> name.contains(provider.counter()));
  }

  private void pause(boolean longer) throws InterruptedException {
    Thread.sleep(random.nextInt(longer ? 100 : 10));
  }
}
