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

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "example-faults-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private final Group group;
  private final int number;
  private final boolean mayCrash;

  NativeFault(String name, Group group, int number, boolean mayCrash) {
    super(name, CounterKind.ON_CORE, Scope.SYSTEM, LIBRARY);
    this.group = group;
    this.number = number;
    this.mayCrash = mayCrash;
  }

  private static native long entry(int group, int number);

  private static native long read(int group, int number);

  /** Runs one of the functions at once, by JNI. */
  static long run(Group group, int number) {
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) {
      throw new IllegalStateException(e);
    }
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

  /** A plain read that works; an undefined instruction, the first function, in the others. */
  static final class OrderedReads extends NativeFault {

    private final NativeFault works;

    OrderedReads(String name, int healthy) {
      super(name, Group.ENDING, 0, true);
      works = new NativeFault(name, Group.COUNTED, healthy, true);
    }

    private NativeFault of(Function function) {
      return function == Function.START_TICKS || function == Function.STOP_TICKS ? this : works;
    }

    @Override
    protected long address(int function) {
      NativeFault fault = of(Function.values()[function]);
      return entry(fault.group.ordinal(), fault.number);
    }

    @Override
    protected long read(Function function) {
      NativeFault fault = of(function);
      return NativeFault.read(fault.group.ordinal(), fault.number);
    }
  }

  /** A counter that works, but for an action in {@code checkPlatform()}. */
  static final class BadCheck extends NativeFault {

    private final Runnable check;

    BadCheck(String name, int healthy, Runnable check) {
      super(name, Group.COUNTED, healthy, true);
      this.check = check;
    }

    @Override
    protected void checkPlatform() {
      check.run();
    }
  }
}
