// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.lang.invoke.MethodHandles;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** Mistakes of authors of C; {@code mistakes.c} explains each. */
public final class NativeMistakes implements CycleCounterProvider {

  /** In the order of {@code linked}. */
  private static final List<String> LINKED =
      words(
          "thread-state thread-destructor unlocked two-inside thread-table shared-file lazy"
              + " exit-handler exit-handlers fast-math handler watchdog updater slots deep-stack"
              + " signal-mask waiting ending daemon copy memory-limit");

  /** In the order of {@code called}. */
  private static final List<String> CALLED =
      words(
          "cached-env cached-reference critical-overrun critical-kept unmapped shared-page"
              + " only-page exit-call exit-join native-thread");

  /** The next one in {@code called}. */
  private static final int BLOCK = CALLED.size();

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "example-mistakes-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** Loaded and unloaded by C, which needs the path. */
  private static final NativeLibrary HELPER =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "example-mistakes-helper-1",
          path -> useHelper(path.getBytes(StandardCharsets.UTF_8)),
          name -> {
            throw new UnsatisfiedLinkError(name);
          });

  /** For another process to create its own. */
  public NativeMistakes() {}

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  private static native void useHelper(byte[] path);

  private static native void prepare(int number);

  private static native long address(int number);

  private static native long readLinked(int number);

  private static native long open(int number, long[] array);

  private static native long read(int number, long state);

  private static native void close(int number, long state);

  @Override
  public List<CounterSource> counters() {
    List<CounterSource> counters = new ArrayList<>();
    for (int i = 0; i < LINKED.size(); i++) {
      counters.add(new Linked(i));
    }
    for (int i = 0; i < CALLED.size(); i++) {
      int number = i;
      counters.add(mistake(CALLED.get(i), () -> new Called(number)));
    }
    counters.add(
        mistake(
            "unloaded-helper",
            () -> {
              HELPER.load();
              return System::nanoTime;
            }));
    counters.add(mistake("cleaner", Freed::new));
    return List.copyOf(counters);
  }

  private static CounterSource mistake(String name, Fault.Opener opener) {
    return Fault.opening(
            "mistake-" + name,
            () -> {
              LIBRARY.load();
              return opener.open();
            })
        .crashing();
  }

  /** Read by address if the JVM can do that. */
  private static final class Linked extends NativeCounterSource {
    private final int number;

    Linked(int number) {
      super("mistake-" + LINKED.get(number), CounterKind.ON_CORE, Scope.SYSTEM, LIBRARY);
      this.number = number;
    }

    @Override
    protected void check() {
      prepare(number);
    }

    @Override
    protected long address(int function) {
      return function == Function.ENTRY_POINT.ordinal() ? 0 : NativeMistakes.address(number);
    }

    @Override
    protected long read(Function function) {
      return readLinked(number);
    }
  }

  /** Read by JNI. */
  private static final class Called implements TickSource {
    private final int number;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final long[] array = new long[8];
    private final List<Object> behind = List.of(array, "behind it");
    private final long state;

    Called(int number) {
      this.number = number;
      state = open(number, array);
    }

    @Override
    public long ticks() {
      return read(number, state);
    }

    @Override
    public void close() {
      if (!isClosed.getAndSet(true)) {
        NativeMistakes.close(number, state);
      }
    }

    @Override
    public String toString() {
      return "mistake " + number + ", " + behind;
    }
  }

  /** Freed when it is closed, and again when it is collected. */
  private static final class Freed implements TickSource {
    private static final Cleaner CLEANER = Cleaner.create();

    private final long block = open(BLOCK, new long[1]);

    Freed() {
      long freed = block;
      CLEANER.register(this, () -> NativeMistakes.close(BLOCK, freed));
    }

    @Override
    public long ticks() {
      return System.nanoTime();
    }

    @Override
    public void close() {
      NativeMistakes.close(BLOCK, block);
    }
  }
}
