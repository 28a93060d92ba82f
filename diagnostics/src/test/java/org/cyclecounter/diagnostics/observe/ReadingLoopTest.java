// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.Test;

class ReadingLoopTest {

  private final AtomicLong now = new AtomicLong();

  private static long[] take(TickSource source) {
    return new ReadingLoop(new TickCounter(source, "scripted", Scope.SYSTEM, 1)).take(4);
  }

  /**
   * The time that a warm-up may take is real. A busy machine may take it away, but not each time.
   */
  @Test
  void readsCounterInJavaOftenEnoughToBeCompiled() {
    for (int i = 0; i < 100 && now.get() / 4 < 10_000; i++) {
      now.set(0);
      assertThat(take(() -> now.addAndGet(4))).containsExactly(0, 4, 8, 12);
    }
    assertThat(now.get() / 4).isGreaterThanOrEqualTo(10_000);
  }

  @Test
  void warmsUpOnce() {
    TickCounter counter = new TickCounter(() -> now.addAndGet(4), "scripted", Scope.SYSTEM, 1);
    ReadingLoop loop = new ReadingLoop(counter);
    long[] unused = loop.take(4);
    now.set(0);
    assertThat(loop.take(4)).containsExactly(0, 4, 8, 12);
    long reads = now.get();
    assertThat(loop.take(4)).containsExactly(0, 4, 8, 12);
    assertThat(now.get()).isEqualTo(2 * reads).isLessThan(10_000);
  }

  @Test
  void readsFunctionInC() throws Exception {
    assertThat(take(inC(() -> now.addAndGet(26)))).containsExactly(0, 26, 52, 78);
  }

  @Test
  void readsCounterInJavaWhereItsFunctionCannotRead() throws Exception {
    TickSource source = new CheckedTicks(inC(() -> CheckedTicks.LOST), "not on this thread");
    assertThat(take(source)).containsExactly(0, 9, 18, 27);
  }

  /** A counter that rises by 9 through JNI. Its function in C calls back to Java. */
  private FakeTicks inC(LongSupplier reads) throws Exception {
    assumeTrue(SelectorLibrary.LIBRARY.isPackaged(), "no library to read in C here");
    assumeTrue(Runtime.version().feature() >= 22, "Java 22 is the first that C can call");
    MethodHandle read =
        MethodHandles.lookup()
            .findVirtual(LongSupplier.class, "getAsLong", MethodType.methodType(long.class))
            .bindTo(reads);
    Class<?> layout = type("MemoryLayout");
    Class<?> function = type("FunctionDescriptor");
    Object javaLong = type("ValueLayout").getField("JAVA_LONG").get(null);
    Object returnsLong =
        function
            .getMethod("of", layout, layout.arrayType())
            .invoke(null, javaLong, Array.newInstance(layout, 0));
    Class<?> options = type("Linker$Option").arrayType();
    Object segment =
        type("Linker")
            .getMethod("upcallStub", MethodHandle.class, function, type("Arena"), options)
            .invoke(
                type("Linker").getMethod("nativeLinker").invoke(null),
                read,
                returnsLong,
                type("Arena").getMethod("global").invoke(null),
                Array.newInstance(type("Linker$Option"), 0));
    long address = (long) type("MemorySegment").getMethod("address").invoke(segment);
    return new FakeTicks(() -> now.addAndGet(9), address, 0, () -> null);
  }

  private static Class<?> type(String simpleName) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + simpleName);
  }
}
