// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/** A counter of perf events on a kernel that a test writes; the C side is scripted_events.c. */
final class ScriptedEvents extends PerfEventSource {

  /** The kernel's behaviour from now on, in the C side's order. */
  enum Setting {
    FULL,
    COUNT,
    ENABLED,
    RUNNING,
    OPEN_ERROR,
    MAP_ERROR,
    ENABLE_ERROR,
    PARANOID,
    FORBIDDEN,
    REFUSED_FLAGS,
    KIND_OF_CORE
  }

  /** The calls that it has seen, in the C side's order. */
  enum Fact {
    FLAGS,
    READ_FORMAT,
    OPEN,
    MAPPED
  }

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-x86-test-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private final int kindsOfCore;

  private ScriptedEvents(int kindsOfCore) {
    super("scripted-events", CounterKind.ON_CORE, LIBRARY);
    this.kindsOfCore = kindsOfCore;
  }

  /** Ends the test where there is no such kernel. */
  static void assumePackaged() {
    assumeTrue(LIBRARY.isPackaged(), "the test library is packaged for x86-64 Linux only");
  }

  /** On a new kernel, on which the calling thread has read nothing. */
  static ScriptedEvents begin(boolean mapped, int kindsOfCore) throws CounterUnavailableException {
    LIBRARY.load();
    begin(mapped ? 1 : 0);
    return new ScriptedEvents(kindsOfCore);
  }

  static void set(Setting setting, long value) {
    set(setting.ordinal(), value);
  }

  static long fact(Fact fact) {
    return fact(fact.ordinal());
  }

  static native long ticks();

  static native int openProbe();

  /** The calling thread, which has read it, reads it again once its events have been closed. */
  static native void readWhenTheThreadHasEnded();

  /** 0: 1 if a thread that did so still had its events; 1: its reading. */
  static native long late(int which);

  /** The address of the function that closes the events of a thread that ends. */
  static native long destructor();

  private static native void begin(int mapped);

  private static native void set(int setting, long value);

  private static native long fact(int fact);

  @Override
  protected native long address(int function);

  @Override
  protected native int setEvent(int place, int type, long config, long config1);

  @Override
  protected native long probe();

  @Override
  protected native long whyNot();

  @Override
  protected native boolean eventTimes(long[] times);

  @Override
  protected List<Event> events() {
    return Collections.nCopies(kindsOfCore, new Event(0, 0, 0));
  }

  @Override
  protected void checkPlatform() {}

  @Override
  protected String whyForbidden() {
    return "the test has forbidden it";
  }

  @Override
  protected long read(Function function) {
    return ticks();
  }
}
