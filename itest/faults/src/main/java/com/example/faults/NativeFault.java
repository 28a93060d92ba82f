package com.example.faults;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** One of the functions of {@code faults.c}. */
final class NativeFault extends NativeCounterSource {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          NativeFault.class,
          "example-faults-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private final int number;
  private final boolean mayCrash;

  /** What {@code mayCrash()} says need not be true. */
  NativeFault(String name, int number, boolean mayCrash) {
    super(name, CounterKind.ON_CORE, Scope.SYSTEM, LIBRARY);
    this.number = number;
    this.mayCrash = mayCrash;
  }

  private static native long entry(int number);

  private static native long read(int number);

  @Override
  public boolean mayCrash() {
    return mayCrash;
  }

  @Override
  protected long address(int function) {
    return entry(number);
  }

  @Override
  protected TickSource jniRead(Function function) {
    return () -> read(number);
  }
}
