// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import jdk.jfr.Recording;
import org.cyclecounter.instructions.ProfileTimer;

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
            () -> new byte[10][20_000],
            RoughOperations::startThread,
            Executors.callable(System::gc));
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
    System.out.println(
        (instructions + " instructions, " + disturbed + " runs disturbed, ")
            + (ProfileTimer.signals() + " signals; " + (restored + disturbed) + " of " + runs)
            + (" restored, signals " + (ProfileTimer.signals() > 0)));
  }

  private static Object unwind() {
    try {
      return Integer.parseInt("none");
    } catch (NumberFormatException e) {
      return e;
    }
  }

  private static Object startThread() throws InterruptedException {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    return thread;
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

  /** Defines a hidden class. */
  private static final class LoadingClasses implements Callable<Object> {
    private final byte[] bytes;

    private LoadingClasses() throws IOException {
      try (var in = RoughOperations.class.getResourceAsStream("RoughOperations$Loaded.class")) {
        bytes = in.readAllBytes();
      }
    }

    @Override
    public Object call() throws IllegalAccessException {
      return MethodHandles.lookup().defineHiddenClass(bytes, true);
    }
  }

  private static final class Loaded {}
}
