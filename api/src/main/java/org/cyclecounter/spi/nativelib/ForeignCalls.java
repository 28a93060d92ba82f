// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;

/**
 * {@code java.lang.foreign} of Java 21, where it is a preview that reflection reaches without an
 * option, and of 22 and newer; this code is compiled for 17. The option {@code critical}, {@code
 * isTrivial} on 21, leaves out the thread's change of state: allowed because the function is short
 * and never calls back.
 *
 * <p>A downcall needs native access for the module that asks for it. If this module has none, it is
 * made by the lookup of the provider, whose module was enabled when it loaded its library (Java 24
 * and newer, which warned then). No warning follows, because a module without native access is
 * never used.
 */
final class ForeignCalls {

  /** The first Java with such an option. */
  static final int SINCE = 21;

  /** The first Java with the interface, and the option, in their final form. */
  private static final int FINAL = 22;

  private ForeignCalls() {}

  /** As {@link CriticalLinker#preload}. */
  static void preload() {
    Class<?>[] unused = {Method.class, Field.class, Array.class, Boolean.class};
  }

  /** Makes handles of functions; throws anything that JDK internals throw. */
  static List<MethodHandle> handles(long[] addresses, MethodHandles.Lookup provider)
      throws Throwable {
    MethodHandles.Lookup lookup = enabled(provider);
    Class<?> linker = type("Linker");
    Class<?> segment = type("MemorySegment");
    Class<?> layout = type("MemoryLayout");
    Class<?> function = type("FunctionDescriptor");
    Class<?> option = type("Linker$Option");
    Object javaLong = type("ValueLayout").getField("JAVA_LONG").get(null);
    Object descriptor =
        function
            .getMethod("of", layout, layout.arrayType())
            .invoke(null, javaLong, Array.newInstance(layout, 0));
    Object critical =
        Runtime.version().feature() >= FINAL
            ? option.getMethod("critical", boolean.class).invoke(null, false)
            : option.getMethod("isTrivial").invoke(null);
    Object nativeLinker = linker.getMethod("nativeLinker").invoke(null);
    // Collects the options by itself.
    MethodHandle downcall =
        lookup.unreflect(linker.getMethod("downcallHandle", segment, function, option.arrayType()));
    Method ofAddress = segment.getMethod("ofAddress", long.class);
    List<MethodHandle> handles = new ArrayList<>();
    for (long address : addresses) {
      Object at = ofAddress.invoke(null, address);
      handles.add(
          (MethodHandle) downcall.invokeWithArguments(nativeLinker, at, descriptor, critical));
    }
    return handles;
  }

  /** Returns the lookup of the module that has native access, this or the provider's. */
  private static MethodHandles.Lookup enabled(MethodHandles.Lookup provider)
      throws CounterUnavailableException, ReflectiveOperationException {
    Method enabled = Module.class.getMethod("isNativeAccessEnabled");
    if ((boolean) enabled.invoke(ForeignCalls.class.getModule())) {
      return MethodHandles.lookup();
    }
    Module module = provider.lookupClass().getModule();
    if ((boolean) enabled.invoke(module)) {
      return provider;
    }
    throw new CounterUnavailableException(
        "native access is not enabled; start java with --enable-native-access="
            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
  }

  private static Class<?> type(String simpleName) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + simpleName, true, null);
  }
}
