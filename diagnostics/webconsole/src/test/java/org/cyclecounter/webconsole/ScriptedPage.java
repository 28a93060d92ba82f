// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import org.cyclecounter.diagnostics.osgi.LivePage;

/** A page whose measurements go on when the test says so. */
final class ScriptedPage extends LivePage {

  final AtomicInteger measurements = new AtomicInteger();
  final CountDownLatch halfway = new CountDownLatch(1);
  final CountDownLatch goOn = new CountDownLatch(1);

  /** A permit for each page, and each JSON, that was begun. */
  final Semaphore made = new Semaphore(0);

  volatile CountDownLatch goesOn = new CountDownLatch(0);
  volatile RuntimeException broken;
  volatile Optional<String> sections = Optional.of("<section>selected</section>");
  volatile boolean measured;
  volatile RuntimeException failure;

  ScriptedPage() {
    super(null); // no container is asked
  }

  @Override
  public Optional<String> sections() {
    made.release();
    try {
      boolean unused = goesOn.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (broken != null) {
      throw broken;
    }
    return sections;
  }

  @Override
  public boolean isSelected() {
    return sections.isPresent();
  }

  @Override
  public String style() {
    return ".cyclecounter { color: black; }\n";
  }

  @Override
  public Optional<String> json() {
    return sections().map(html -> "{\"implementation\":\"a-counter\"}");
  }

  @Override
  public boolean isMeasured() {
    return measured;
  }

  @Override
  public void measure(DoubleConsumer progress) throws InterruptedException {
    measurements.incrementAndGet();
    progress.accept(0.5);
    halfway.countDown();
    goOn.await();
    if (failure != null) {
      throw failure;
    }
    progress.accept(1);
    measured = true;
  }
}
