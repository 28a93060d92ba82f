// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.ThirdActor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Two threads read the lazily linked counter before it is settled, while, and until it is linked; a
 * third settles it. Its state is static, so each try has a class loader with a copy of it.
 */
@JCStressTest
@Outcome(
    id = "rising, rising, linked once",
    expect = ACCEPTABLE,
    desc = "The readings go on, and the linked counter is read in the end.")
@Outcome(expect = FORBIDDEN, desc = "A read fails or falls, or linking is not done once.")
@State
public class LinkingWhileRead {

  /** Enough of two threads for linking to begin, most times while they read. */
  private static final int READS = 900;

  private static final int LIMIT_S = 20;

  private final AtomicLong ticks = new AtomicLong();
  private final AtomicInteger links = new AtomicInteger();
  private final CycleCounter cheaper = source("linked");
  private final Class<?> copy = new CopyLoader().copy();
  private final CycleCounter before = source("before");
  private final CycleCounter counter =
      (CycleCounter) call("of", new Class<?>[] {Supplier.class}, (Supplier<?>) () -> before);

  /** A way to read the one count. */
  private record Source(String implementation, AtomicLong ticks, Scope scope, long cyclesPerSecond)
      implements CycleCounter {
    @Override
    public long cycles() {
      return ticks.incrementAndGet();
    }
  }

  private CycleCounter source(String name) {
    return new Source(name, ticks, Scope.SYSTEM, 1);
  }

  /** Has the lazily linked counter's classes itself, and all others as this class sees them. */
  private static final class CopyLoader extends ClassLoader {
    private static final String NAME = LazilyLinkedCounter.class.getName();

    CopyLoader() {
      super(LinkingWhileRead.class.getClassLoader());
    }

    Class<?> copy() {
      try {
        return loadClass(NAME);
      } catch (ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(NAME)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private Object call(String method, Class<?>[] types, Object... arguments) {
    try {
      return copy.getMethod(method, types).invoke(null, arguments);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError(e);
    }
  }

  private String read() {
    long before = 0;
    for (int i = 0; i < READS; i++) {
      long now = counter.cycles();
      if (now <= before) {
        return "falls";
      }
      before = now;
    }
    return "rising";
  }

  @Actor
  public void reader(LLL_Result result) {
    result.r1 = read();
  }

  @Actor
  public void selectionAndReader(LLL_Result result) {
    CompletableFuture<String> third = ThirdActor.start(this::read);
    Callable<CycleCounter> linking =
        () -> {
          links.incrementAndGet();
          return cheaper;
        };
    call(
        "settle", new Class<?>[] {CycleCounter.class, Callable.class}, source("selected"), linking);
    result.r2 = third.join();
  }

  @Arbiter
  public void end(LLL_Result result) {
    long startNs = System.nanoTime();
    while (!counter.implementation().equals("linked")
        && System.nanoTime() - startNs < LIMIT_S * 1_000_000_000L) {
      counter.cycles();
    }
    result.r3 = counter.implementation() + (links.get() == 1 ? " once" : " " + links + " times");
  }
}
