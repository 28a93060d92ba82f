// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import org.cyclecounter.trace.ProfileTimer;

/** Operations that use the JVM's traps, under a flight recording and SIGPROF at 1 kHz. */
final class RoughOperations {

  /** Enough for most of them to be compiled: an interpreted run has many times the steps. */
  private static final int WARM_UP = 300;

  private RoughOperations() {}

  /** Disturbs this JVM until its end. */
  private static void disturb() {
    Recording recording = new Recording();
    recording.enable("jdk.ThreadStart");
    // Hazard: from Java 25 on a sampled thread walks its stack itself (JEP 518), here step by step,
    // which takes far longer than the period: nothing else would be executed.
    if (Runtime.version().feature() < 25) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
    }
    recording.start();
    ProfileTimer.begin();
  }

  /**
   * Counts runs of all operations in turns, in this JVM.
   *
   * @param arguments how many runs; true for blocks
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    Stepper.load();
    Stepper.blocks(Boolean.parseBoolean(arguments[1]));
    disturb();
    List<Callable<?>> operations =
        List.of(
            new Forking(),
            new LoadingClasses(),
            new Deoptimising(),
            RoughOperations::unwind,
            RoughOperations::allocate,
            RoughOperations::startThread,
            RoughOperations::collect);
    for (int i = 0; i < WARM_UP; i++) {
      for (Callable<?> operation : operations) {
        Object unusedResult = Stepper.call(operation, false);
      }
    }
    long instructions = 0;
    int restored = 0;
    int disturbed = 0;
    int runs = Integer.parseInt(arguments[0]);
    for (int i = 0; i < runs; i++) {
      Object unusedResult = Stepper.call(operations.get(i % operations.size()), true);
      long[] places = Stepper.places();
      restored += places == null ? 0 : 1;
      disturbed += Stepper.isDisturbed() ? 1 : 0;
      for (int j = 1; places != null && j < places.length; j += 2) {
        instructions += places[j];
      }
    }
    boolean isSignalled = ProfileTimer.signals() > 0;
    System.out.println(
        (restored + disturbed) + " of " + runs + " restored, signals " + isSignalled);
    System.err.println(
        instructions
            + " instructions, "
            + disturbed
            + " runs disturbed, "
            + ProfileTimer.signals()
            + " signals");
  }

  private static Object unwind() {
    try {
      return Integer.parseInt("none");
    } catch (NumberFormatException e) {
      return e;
    }
  }

  private static Object allocate() {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(new byte[20_000]);
    }
    return all;
  }

  private static Object startThread() throws InterruptedException {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    return thread;
  }

  private static Object collect() {
    System.gc();
    return "";
  }

  /** The child shares memory or has a copy of it, with the INT3s. */
  public static final class Forking implements Callable<Object> {
    private int calls;

    @Override
    public Object call() throws Exception {
      // A process takes long to start, also without steps.
      return calls++ % 100 > 0 ? this : new ProcessBuilder("true").start().waitFor();
    }
  }

  /** Its field changes its class at each call, which C2 does not expect for long. */
  public static final class Deoptimising implements Callable<Object> {
    private int calls;

    private interface Shape {
      int sides();
    }

    private record Sides(int sides) implements Shape {}

    private record Named(String name, int sides) implements Shape {}

    private record Round() implements Shape {
      @Override
      public int sides() {
        return 0;
      }
    }

    @Override
    public Object call() {
      calls++;
      Shape shape =
          calls % 7 == 0 ? new Round() : calls > 300 ? new Named("one", calls) : new Sides(calls);
      return shape.sides();
    }
  }

  public static final class LoadingClasses implements Callable<Object> {
    private static final class Loader extends ClassLoader {
      Loader() {
        super(Loader.class.getClassLoader());
      }

      Class<?> define(byte[] bytes) {
        return defineClass(null, bytes, 0, bytes.length);
      }
    }

    private final byte[] bytes;

    public LoadingClasses() throws Exception {
      try (var in = RoughOperations.class.getResourceAsStream("RoughOperations$Loaded.class")) {
        bytes = in.readAllBytes();
      }
    }

    @Override
    public Object call() throws Exception {
      // Without reflection's constructors, of which Java 25 makes classes while it is stepped.
      Class<?> type = new Loader().define(bytes);
      return Class.forName(type.getName(), true, type.getClassLoader());
    }
  }

  public static final class Loaded {
    public Loaded() {}
  }
}
