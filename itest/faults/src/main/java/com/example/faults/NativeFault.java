// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** One of the functions of the library's C. */
class NativeFault extends NativeCounterSource {

  /** The tables of functions in C, in the order of {@code groups} in {@code faults.c}. */
  enum Group {
    /** {@code faults.c}. */
    ENDING,
    /** {@code counted.c}. */
    COUNTED,
    /** {@code process_state.c}. */
    PROCESS,
    /** {@code registers.c}. */
    REGISTERS
  }

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "example-faults-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private final Group group;
  private final int number;
  private final boolean mayCrash;

  /** What {@code mayCrash()} says need not be true. */
  NativeFault(String name, Group group, int number, boolean mayCrash) {
    super(name, CounterKind.ON_CORE, Scope.SYSTEM, LIBRARY);
    this.group = group;
    this.number = number;
    this.mayCrash = mayCrash;
  }

  private static native long entry(int group, int number);

  private static native long read(int group, int number);

  private static native void stopAfter(long reads);

  /** Runs one of the functions at once. */
  static long run(Group group, int number) throws CounterUnavailableException {
    LIBRARY.load();
    return read(group.ordinal(), number);
  }

  @Override
  public boolean mayCrash() {
    return mayCrash;
  }

  @Override
  protected long address(int function) {
    return entry(group.ordinal(), number);
  }

  @Override
  protected long read(Function function) {
    return read(group.ordinal(), number);
  }

  /** Works, and stops returning after some reads. */
  static final class StopsReturning extends NativeFault {

    private static final long READS = 100;

    StopsReturning(String name, int number) {
      super(name, Group.COUNTED, number, true);
    }

    @Override
    protected void check() {
      stopAfter(READS);
    }
  }

  /** A read that works, and ordered ones that do not. */
  static final class OrderedReads extends NativeFault {

    private final NativeFault works;

    OrderedReads(String name, int undefined, int healthy) {
      super(name, Group.ENDING, undefined, true);
      works = new NativeFault(name, Group.COUNTED, healthy, true);
    }

    private boolean isOrdered(Function function) {
      return function == Function.START_TICKS || function == Function.STOP_TICKS;
    }

    @Override
    protected long address(int function) {
      return isOrdered(Function.values()[function])
          ? super.address(function)
          : works.address(function);
    }

    @Override
    protected long read(Function function) {
      return isOrdered(function) ? super.read(function) : works.read(function);
    }
  }

  /** A counter that works, and a question before it is opened that ends the process. */
  static final class BadCheck extends NativeFault {

    private final Fault.Opener check;

    BadCheck(String name, int healthy, Fault.Opener check) {
      super(name, Group.COUNTED, healthy, true);
      this.check = check;
    }

    @Override
    protected void checkPlatform() throws CounterUnavailableException {
      check.open();
    }
  }
}
