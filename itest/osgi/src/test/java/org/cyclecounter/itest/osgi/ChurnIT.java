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
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Providers come and go while threads read. Every fourth round waits until a selection has been
 * made of what is there; the rest do not.
 */
class ChurnIT {

  private static final int WARM_UP = 6;
  private static final int ROUNDS = 100;
  private static final int READERS = 4;

  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private final Random random = new Random(42);

  @TempDir Path storage;

  private record Provider(String name, String counter, byte[] jar) {}

  @Test
  @Tag("long")
  void leavesNothingAfterManyRounds() throws Exception {
    churn(ROUNDS, READERS, 0);
  }

  private void churn(int rounds, int threads, long pauseMs) throws Exception {
    List<Provider> providers =
        List.of(
            new Provider("x86", "amd64", jar("cyclecounter-x86")),
            new Provider("os", "default-gettimeofday", jar("cyclecounter-os")),
            new Provider("clock", "example-clock", Ours.clock().bytes()));
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    String open = ClockProvider.OPEN + storage;
    System.setProperty(ClockProvider.COUNT, storage.toString());
    List<ChurnReader> readers = new ArrayList<>();
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      for (int round = 0; round < WARM_UP; round++) {
        round(container, round, providers.get(round % providers.size()));
      }
      assertThat(Footprint.left(loaders)).isZero();
      loaders.clear();
      Footprint before = Footprint.now();
      for (int i = 0; i < threads; i++) {
        readers.add(new ChurnReader(container, i, pauseMs, failures));
        readers.get(i).start();
      }
      for (int round = 0; round < rounds; round++) {
        round(container, round, providers.get(random.nextInt(providers.size())));
        assertThat(failures).isEmpty();
      }
      for (ChurnReader reader : readers) {
        reader.end();
        assertThat(reader.isAlive()).isFalse();
      }
      assertThat(readers.stream().mapToLong(reader -> reader.readings).sum()).isPositive();
      readers.clear();
      assertThat(failures).isEmpty();
      Ours.best(container, "default-monotonic");
      assertThat(Footprint.left(loaders)).isZero();
      Footprint after = settled(before);
      assertThat(after).matches(now -> now.isWithin(before), "within " + before);
      // Those of other tests, which select at the same time, end, too.
      List<ProcessHandle> children = ProcessHandle.current().children().toList();
      Container.await(
          () -> children.stream().noneMatch(ProcessHandle::isAlive),
          "end of the processes " + children);
      assertThat(Integer.getInteger(open, 0)).isZero();
    } finally {
      for (ChurnReader reader :
          readers) { // after a failure; else they would collect theirs for ever
        reader.end();
      }
      System.clearProperty(ClockProvider.COUNT);
    }
  }

  /** Waits until nothing new is left: threads end with the garbage, other tests' at any time. */
  private static Footprint settled(Footprint before) throws InterruptedException {
    long startNs = System.nanoTime();
    Footprint now = Footprint.now();
    while (!now.isWithin(before) && System.nanoTime() - startNs < Container.PATIENCE.toNanos()) {
      System.gc();
      Thread.sleep(50);
      now = Footprint.now();
    }
    return now;
  }

  private void round(Container container, int number, Provider provider) throws Exception {
    boolean waits = number % 4 == 0;
    Bundle bundle = container.install(provider.name(), provider.jar());
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
    assertThat(Ours.names(container)).doesNotHaveDuplicates();
    if (!provider.name().equals("x86") || isX86()) {
      assertThat(Ours.names(container))
          .as(() -> provider.name() + "\n" + String.join("\n", Ours.reportLines(container)))
          .anyMatch(name -> name.contains(provider.counter()));
    }
  }

  private void pause(boolean longer) throws InterruptedException {
    Thread.sleep(random.nextInt(longer ? 100 : 10));
  }

  private static boolean isX86() {
    return List.of("amd64", "x86_64", "i386", "x86").contains(System.getProperty("os.arch"));
  }

  private static byte[] jar(String name) throws IOException {
    return Files.readAllBytes(Container.jar(name));
  }
}
