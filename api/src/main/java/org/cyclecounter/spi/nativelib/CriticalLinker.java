// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.OptionalLong;
import org.cyclecounter.spi.TickSource;
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

  private CriticalLinker() {}

  /** The linked reads and an empty problem, or the reads through JNI and the reason: one clause. */
  record Linked(TickSource source, String problem) {}

  /** Links the reads of a counter of the class {@code owner}; never throws. */
  static Linked link(NativeTicks reads, Class<?> owner, MethodHandles.@Nullable Lookup provider) {
    try {
      DirectCalls calls = calls(owner, provider);
      TickSource linked =
          hidden(
              calls.handle(reads.address()),
              calls.handle(reads.startAddress()),
              calls.handle(reads.stopAddress()),
              reads.address(),
              reads.entryPoint(),
              owner);
      return new Linked(linked, "");
    } catch (Throwable e) { // of a linker or a class loader, too
      log(System.Logger.Level.DEBUG, "reads are not linked; using JNI", e);
      String problem = e instanceof NotLinkedException ? e.getMessage() : "linking failed: " + e;
      return new Linked(reads, String.valueOf(problem));
    }
  }

  private static DirectCalls calls(Class<?> owner, MethodHandles.@Nullable Lookup provider)
      throws NotLinkedException, ReflectiveOperationException {
    if (!Wanted.YES) {
      throw new NotLinkedException(NativeTicks.LINKED_READS_PROPERTY + " is false");
    }
    if (System.getProperty("java.vm.info", "").startsWith("interpreted")) {
      // A linked read costs 540 ns there, one through JNI 16 (x86-64 VM, AMD EPYC).
      throw new NotLinkedException("this JVM compiles nothing (-Xint)");
    }
    return Runtime.version().feature() == EntryPointCalls.VERSION
        ? EntryPointCalls.probed()
        : ForeignCalls.enabled(owner, provider);
  }

  /** Reads the property once, so that a value that cannot be understood is one warning. */
  private static final class Wanted {
    static final boolean YES = isWanted();

    private static boolean isWanted() {
      String value = System.getProperty(NativeTicks.LINKED_READS_PROPERTY, "").strip();
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
  static TickSource hidden(
      MethodHandle ticks,
      MethodHandle startTicks,
      MethodHandle stopTicks,
      long address,
      OptionalLong entryPoint,
      Class<?> owner)
      throws Throwable {
    MethodHandles.Lookup hidden =
        MethodHandles.lookup()
            .defineHiddenClassWithClassData(
                template(), List.of(ticks, startTicks, stopTicks), true);
    return (TickSource)
        hidden
            .findConstructor(
                hidden.lookupClass(),
                MethodType.methodType(void.class, long.class, OptionalLong.class, Class.class))
            .invoke(address, entryPoint, owner);
  }

  private static byte[] template() throws IOException {
    try (InputStream in = CriticalTicks.class.getResourceAsStream("CriticalTicks.class")) {
      if (in == null) {
        throw new IOException("CriticalTicks.class is not in its JAR");
      }
      return in.readAllBytes();
    }
  }
}
