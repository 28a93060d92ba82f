// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Java 17's own entry points for C functions ({@code native_entry.c}), on HotSpot for Linux on
 * x86-64 and aarch64. Only C2 compiles such a call; all other code calls the fallback, which goes
 * through JNI. So before the first counter is linked, a function with a known result is called
 * until compiled code has returned that result. With another compiler, or none, reads stay with
 * plain JNI.
 */
final class EntryPointCalls {

  /** The only version whose JVM has them in this form. */
  static final int VERSION = 17;

  /** The result of the function that handles are probed with. */
  private static final long KNOWN = 0x7c3a_9e51_d204_6b8fL;

  private static final int READS_IN_A_ROUND = 2000;

  /**
   * Rounds until the compiler has to be done: some seconds on an idle machine. A time limit would
   * fail on a busy machine, where the compiler gets as little time as this thread and has the rest
   * of a starting program to compile first.
   */
  private static final int ROUNDS = 3000;

  private static final long PAUSE_NS = 500_000;

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(), "cyclecounter-api-1", new Loading(true), new Loading(false));

  /** As the selector's {@code SelectorLibrary}; no lambda, because a reading thread loads it. */
  private record Loading(boolean byPath) implements NativeLibrary.Loader {
    @Override
    public void load(String target) {
      if (byPath) {
        System.load(target);
      } else {
        System.loadLibrary(target);
      }
    }
  }

  private static final MethodType TYPE = MethodType.methodType(long.class, long.class);

  /** Calls that were not compiled. Not synchronized: the probe runs on one thread. */
  private static int fallbacks;

  /** The reason against all such calls; empty if there is none, null before the probe. */
  private static @Nullable String problem;

  /** The call of an address; null before the probe. */
  private static @Nullable MethodHandle probed;

  private EntryPointCalls() {}

  static native MethodHandle link(
      Class<?> entryPoint, Class<?> handle, MethodType type, MethodHandle fallback);

  static native long call(long address);

  static native long knownAddress();

  /** As {@link CriticalLinker#preload}. */
  static void preload() throws CounterUnavailableException {
    Class<?>[] unused = {LockSupport.class};
    checkVm();
    LIBRARY.load();
  }

  private static void checkVm() throws CounterUnavailableException {
    String vm = System.getProperty("java.vm.name", "");
    if (!vm.contains("HotSpot") && !vm.startsWith("OpenJDK")
        || System.getProperty("java.vm.version", "").contains("jvmci")) {
      throw new CounterUnavailableException(vm + " is not known to have HotSpot's entry points");
    }
    if (System.getProperty("java.vm.info", "").contains("emulated-client")) {
      throw new CounterUnavailableException("the compiler C2 is switched off");
    }
  }

  /** Makes handles of functions, after this JVM's entry points have been probed. */
  static List<MethodHandle> handles(long[] addresses) throws CounterUnavailableException {
    checkVm();
    MethodHandle call = probed();
    List<MethodHandle> handles = new ArrayList<>();
    for (long address : addresses) {
      handles.add(at(call, address));
    }
    return handles;
  }

  /** Returns the call of an address, made and probed on first use. */
  private static synchronized MethodHandle probed() throws CounterUnavailableException {
    if (problem == null) {
      try {
        probed = make();
        problem = probe(probed);
      } catch (CounterUnavailableException e) {
        problem = String.valueOf(e.getMessage());
      } catch (Throwable e) { // JDK internals differ between builds
        problem = "this JVM's entry points cannot be used: " + e;
      }
    }
    if (probed == null || !problem.isEmpty()) {
      throw new CounterUnavailableException(problem);
    }
    return probed;
  }

  /** Makes a call of the address that it is given. */
  static MethodHandle make() throws Throwable {
    LIBRARY.load();
    return link(
        ofTheJvm("jdk.internal.invoke.NativeEntryPoint"),
        ofTheJvm("java.lang.invoke.NativeMethodHandle"),
        TYPE,
        MethodHandles.lookup().findStatic(EntryPointCalls.class, "notCompiled", TYPE));
  }

  /** Loads an internal class of the JDK by the boot loader: a bundle's loader finds none. */
  private static Class<?> ofTheJvm(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  // Found by make().
  @SuppressWarnings("unused")
  private static long notCompiled(long address) {
    fallbacks++;
    return call(address);
  }

  /** Binds the call to its address: the compiler calls constant addresses only. */
  static MethodHandle at(MethodHandle call, long address) {
    return MethodHandles.insertArguments(call, 0, address);
  }

  /** Returns an empty string once a compiled call has returned the known result. */
  static String probe(MethodHandle call) throws Throwable {
    MethodHandle known = at(call, knownAddress());
    TickSource reads = CriticalLinker.hidden(List.of(known, known, known), null);
    for (int round = 0; round < ROUNDS; round++) {
      int before = fallbacks;
      for (int i = 0; i < READS_IN_A_ROUND; i++) {
        long result = reads.ticks();
        if (result != KNOWN) {
          return String.format(Locale.ROOT, "a call that returns 0x%x gave 0x%x", KNOWN, result);
        }
      }
      if (fallbacks == before) {
        return "";
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
    return "this JVM's compiler did not compile such a call within "
        + ROUNDS * READS_IN_A_ROUND
        + " calls";
  }
}
