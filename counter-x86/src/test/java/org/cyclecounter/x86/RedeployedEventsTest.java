// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A library that is loaded again and again, as by a web application that is deployed anew, gives
 * back its pthread key, of which a process has 1,024, and is unmapped, but for the first.
 */
class RedeployedEventsTest {

  /** More than glibc's PTHREAD_KEYS_MAX. */
  private static final int COPIES = 1_100;

  private static final String LIBRARY = "cyclecounter-x86-test-1";

  /** Class loaders that wait for the garbage collector. */
  private static final int UNCOLLECTED = 100;

  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

  @BeforeEach
  void withTheLibrary() {
    ScriptedEvents.assumePackaged();
  }

  /** Reads in this thread, which lives on: its events are closed with the library. */
  private static long deployAndRead() throws Exception {
    return read(deployed());
  }

  private static Class<?> deployed() throws ClassNotFoundException {
    String name = ScriptedEvents.class.getName();
    Class<?> type = new Deployment(name).loadClass(name);
    assertThat(type).isNotSameAs(ScriptedEvents.class);
    return type;
  }

  private static long read(Class<?> type) throws Exception {
    Method begin = type.getDeclaredMethod("begin", boolean.class, int.class);
    begin.setAccessible(true);
    Object counter = begin.invoke(null, true, 1);
    Method open = type.getMethod("open");
    open.setAccessible(true);
    return ((TickSource) open.invoke(counter)).ticks();
  }

  @Tag("long")
  @Test
  void givesKeyBackWithClassLoader() throws Exception {
    for (int i = 1; i <= COPIES; i++) {
      if (i % UNCOLLECTED == 0) {
        System.gc();
      }
      long startNs = System.nanoTime();
      while (true) {
        try {
          assertThat(deployAndRead()).isZero();
          break;
        } catch (InvocationTargetException e) {
          // The collector, and the thread that unloads, take their time.
          assertThat(System.nanoTime() - startNs)
              .as("copy " + i + ": " + e.getCause())
              .isLessThan(LIMIT_NS);
          System.gc();
          Thread.sleep(100);
        }
      }
    }
  }

  /** A thread that is about to call the destructor would not notice that its key is deleted. */
  @Test
  void usesDestructorOfFirstCopy() throws Exception {
    Set<Long> destructors = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      Class<?> type = deployed();
      Method destructor = type.getDeclaredMethod("destructor");
      destructor.setAccessible(true);
      read(type);
      destructors.add((long) destructor.invoke(null));
    }
    assertThat(destructors).hasSize(1).doesNotContain(0L);
  }

  /** The copies but the first are unmapped while the threads that have read them live. */
  @Test
  void endsThreadsThatHaveReadAfterTheirLibrary() throws Exception {
    int before = MappedCopies.of(LIBRARY).size();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch allRead = new CountDownLatch(4);
    Callable<Long> reading =
        () -> {
          allRead.countDown();
          allRead.await();
          return deployAndRead();
        };
    for (Future<Long> read : threads.invokeAll(Collections.nCopies(4, reading))) {
      assertThat(read.get()).isZero();
    }
    MappedCopies.await(LIBRARY, before + 1);
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(deployAndRead()).isZero();
  }
}
