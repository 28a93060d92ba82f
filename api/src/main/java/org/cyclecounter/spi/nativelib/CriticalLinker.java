// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Links C functions without the thread's change of state, which is most of a native call's cost: by
 * {@link ForeignCalls} on Java 21 and newer, by {@link EntryPointCalls} on 17.
 *
 * <p>A call of a method handle is inlined only if the compiler sees the handle as a constant. So
 * each counter gets a hidden class, a copy of {@link CriticalTicks}, with its handles in static
 * final fields.
 */
final class CriticalLinker {

  private static volatile byte @Nullable [] template;

  private CriticalLinker() {}

  /**
   * Takes from the class loader what linking and linked reads use, before it may be closed. The
   * loaders of web containers log a stack trace when a closed one is asked, even for the JDK's.
   */
  static void preload() {
    // A class literal loads a class and does not initialise it.
    Class<?>[] unused = {
      Wanted.class,
      CriticalTicks.class,
      MethodType.class,
      MethodHandle.class,
      MethodHandles.Lookup.ClassOption.class,
      Void.class,
      IllegalAccessException.class,
      ExceptionInInitializerError.class
    };
    try {
      template = template();
      if (setting().equals("false") || isInterpreted()) {
        return;
      }
      if (Runtime.version().feature() == EntryPointCalls.VERSION) {
        EntryPointCalls.preload();
      } else {
        ForeignCalls.preload();
      }
    } catch (IOException | CounterUnavailableException e) {
      return; // link() fails in the same way, and keeps the reason
    }
  }

  /**
   * Links the reads of a counter, which keeps the reason if they stay with JNI: one clause. Never
   * throws.
   */
  static NativeTicks link(NativeTicks reads) {
    NativeCounterSource counter = reads.counter();
    try {
      checkWanted();
      long[] addresses = {reads.address(), reads.startAddress(), reads.stopAddress()};
      NativeTicks linked =
          hidden(
              Runtime.version().feature() == EntryPointCalls.VERSION
                  ? EntryPointCalls.handles(addresses)
                  : ForeignCalls.handles(addresses, counter.library.provider),
              counter);
      counter.notLinkedReason = "";
      return linked;
    } catch (Throwable e) { // of a linker or a class loader, too
      log(System.Logger.Level.DEBUG, "reads are not linked; using JNI", e);
      boolean isExplained = e instanceof CounterUnavailableException;
      counter.notLinkedReason =
          isExplained ? String.valueOf(e.getMessage()) : "linking failed: " + e;
      return reads;
    }
  }

  private static void checkWanted() throws CounterUnavailableException {
    if (!Wanted.YES) {
      throw new CounterUnavailableException(NativeTicks.LINKED_READS_PROPERTY + " is false");
    }
    if (isInterpreted()) {
      // A linked read costs 540 ns there, one through JNI 16 (x86-64 VM, AMD EPYC).
      throw new CounterUnavailableException("this JVM compiles nothing (-Xint)");
    }
  }

  private static boolean isInterpreted() {
    return System.getProperty("java.vm.info", "").startsWith("interpreted");
  }

  private static String setting() {
    return System.getProperty(NativeTicks.LINKED_READS_PROPERTY, "").strip();
  }

  /** Reads the property once, so that a value that cannot be understood is one warning. */
  private static final class Wanted {
    static final boolean YES = isWanted();

    private static boolean isWanted() {
      String value = setting();
      if (!List.of("", "true", "false").contains(value)) {
        log(
            System.Logger.Level.WARNING,
            NativeTicks.LINKED_READS_PROPERTY
                + " is '"
                + value
                + "', which is neither true nor false; true is taken",
            null);
      }
      return !value.equals("false");
    }
  }

  /** Logs if possible: a logger is third-party code, and the reads work without it. */
  private static void log(System.Logger.Level level, String message, @Nullable Throwable cause) {
    try {
      System.getLogger("org.cyclecounter.api").log(level, message, cause);
    } catch (RuntimeException | Error e) {
      return; // no other way to report it
    }
  }

  /** Defines a hidden class that reads by three handles, and returns its one instance. */
  static NativeTicks hidden(List<MethodHandle> handles, @Nullable NativeCounterSource counter)
      throws Throwable {
    List<Object> data = new ArrayList<>(handles);
    data.add(counter);
    MethodHandles.Lookup hidden =
        MethodHandles.lookup().defineHiddenClassWithClassData(template(), data, true);
    MethodType type = MethodType.methodType(void.class);
    return (NativeTicks) hidden.findConstructor(hidden.lookupClass(), type).invoke();
  }

  private static byte[] template() throws IOException {
    byte[] read = template;
    if (read != null) {
      return read;
    }
    try (InputStream in = CriticalTicks.class.getResourceAsStream("CriticalTicks.class")) {
      if (in == null) {
        throw new IOException("CriticalTicks.class is not in its JAR");
      }
      return in.readAllBytes();
    }
  }
}
