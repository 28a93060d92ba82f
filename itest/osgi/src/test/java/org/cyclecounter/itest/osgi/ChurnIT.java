// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.clock.ClockProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Providers come and go, in 10 rounds ({@code -Dtests=all}: 500), while four threads read. Every
 * fourth round waits until a selection has been made of what is there; the rest do not.
 */
class ChurnIT {

  /** {@code -Dtests=all}: there is more time than in every build. */
  static final boolean IS_LONG = "all".equals(System.getProperty("tests"));

  private static final int ROUNDS = Integer.getInteger("churn.rounds", IS_LONG ? 500 : 10);

  private static final int WARM_UP = 6;
  private static final int READERS = 4;

  /** A service that was just being registered is gone a moment later than its provider. */
  private static final Duration AT_ONCE = Duration.ofMillis(500);

  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private final Random random = new Random(42);

  @TempDir Path storage;

  private record Provider(String name, String counter, byte[] jar) {}

  @Test
  void providersComeAndGoWhileFourThreadsRead() throws Exception {
    List<Provider> providers =
        List.of(
            new Provider("x86", "amd64", jar("cyclecounter-x86")),
            new Provider("os", "default-gettimeofday", jar("cyclecounter-os")),
            new Provider("clock", "example-clock", Ours.clock().bytes()));
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    String open = ClockProvider.OPEN + storage;
    System.setProperty(ClockProvider.COUNT, storage.toString());
    try (Container container = Container.start(storage)) {
      container.run(Ours.API, Ours.SELECTOR);
      for (int round = 0; round < WARM_UP; round++) {
        round(container, round, providers.get(round % providers.size()));
      }
      assertThat(Footprint.left(loaders)).isZero();
      loaders.clear();
      Footprint before = Footprint.now();
      List<ChurnReader> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(new ChurnReader(container.context(), i, failures));
        readers.get(i).start();
      }
      long startNs = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        round(container, round, providers.get(random.nextInt(providers.size())));
        assertThat(failures).isEmpty();
      }
      long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
      for (ChurnReader reader : readers) {
        reader.end();
        System.out.println(reader);
        assertThat(reader.isAlive()).isFalse();
      }
      assertThat(readers.stream().mapToLong(ChurnReader::readings).sum()).isPositive();
      readers.clear();
      assertThat(failures).isEmpty();
      Ours.awaitBest(container, "default-monotonic");
      long left = Footprint.left(loaders);
      Footprint after = settled(before);
      System.out.printf(
          "%s, Java %s: %d rounds in %d s; of %d class loaders %d are left; descriptors %d -> %d,"
              + " threads %d -> %d, temporary files %d -> %d, the clock's open sources %s,"
              + " libraries still mapped %d%n",
          container.framework().getSymbolicName(),
          Runtime.version(),
          ROUNDS,
          seconds,
          loaders.size(),
          left,
          before.descriptors(),
          after.descriptors(),
          before.threads().values().stream().mapToInt(n -> n).sum(),
          after.threads().values().stream().mapToInt(n -> n).sum(),
          before.temporaryFiles().size(),
          after.temporaryFiles().size(),
          System.getProperty(open, "0"),
          Footprint.mappedLibraries());
      assertThat(left).isZero();
      assertThat(after).matches(now -> now.isWithin(before), "within " + before);
      // Those of other tests, which select at the same time, end, too.
      List<ProcessHandle> children = ProcessHandle.current().children().toList();
      Container.await(
          () -> children.stream().noneMatch(ProcessHandle::isAlive),
          Ours.SOON.multipliedBy(10),
          "end of the processes " + children);
      assertThat(Integer.getInteger(open, 0)).isZero();
    } finally {
      System.clearProperty(ClockProvider.COUNT);
    }
  }

  /** Waits until nothing new is left: threads end with the garbage, other tests' at any time. */
  private static Footprint settled(Footprint before) throws InterruptedException {
    long startNs = System.nanoTime();
    Footprint now = Footprint.now();
    while (!now.isWithin(before) && System.nanoTime() - startNs < Ours.SOON.toNanos()) {
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
    await(container, provider, waits);
    bundle.stop();
    pause(waits);
    bundle.start();
    bundle.update(new ByteArrayInputStream(provider.jar()));
    remember(bundle);
    pause(waits);
    container.refresh(bundle);
    remember(bundle);
    await(container, provider, waits && number % 8 == 0);
    Ours.awaitOneOfEach(container);
    bundle.uninstall();
    Container.await(
        () -> Ours.names(container).stream().noneMatch(name -> name.contains(provider.counter())),
        AT_ONCE,
        "end of the services of " + provider.name());
    pause(waits);
    container.refresh();
  }

  private void remember(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    if (wiring != null) {
      loaders.add(new WeakReference<>(wiring.getClassLoader()));
    }
  }

  private void await(Container container, Provider provider, boolean waits) throws Exception {
    if (waits) {
      Container.await(
          () ->
              Ours.names(container).stream().anyMatch(name -> name.contains(provider.counter()))
                  || provider.name().equals("x86") && !isX86(),
          Ours.SOON,
          "counter of " + provider.name());
    } else {
      pause(false);
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
