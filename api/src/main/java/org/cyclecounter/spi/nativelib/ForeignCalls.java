// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

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
final class ForeignCalls implements DirectCalls {

  /** The first Java with such an option. */
  static final int SINCE = 21;

  /** The first Java with the interface, and the option, in their final form. */
  private static final int FINAL = 22;

  private final Object linker;
  private final Object descriptor;
  private final Object options;
  private final Method ofAddress;
  private final Method downcallHandle;

  /** Null if this module may make the downcall itself. */
  private final @Nullable MethodHandle byLookup;

  private ForeignCalls(MethodHandles.@Nullable Lookup provider)
      throws ReflectiveOperationException {
    Class<?> linkerType = type("Linker");
    Class<?> segment = type("MemorySegment");
    Class<?> layout = type("MemoryLayout");
    Class<?> function = type("FunctionDescriptor");
    Class<?> option = type("Linker$Option");
    Object javaLong = type("ValueLayout").getField("JAVA_LONG").get(null);
    linker = call(linkerType.getMethod("nativeLinker"));
    descriptor =
        call(
            function.getMethod("of", layout, layout.arrayType()),
            javaLong,
            Array.newInstance(layout, 0));
    options = Array.newInstance(option, 1);
    Array.set(
        options,
        0,
        Runtime.version().feature() >= FINAL
            ? call(option.getMethod("critical", boolean.class), false)
            : call(option.getMethod("isTrivial")));
    ofAddress = segment.getMethod("ofAddress", long.class);
    downcallHandle = linkerType.getMethod("downcallHandle", segment, function, option.arrayType());
    byLookup = provider == null ? null : provider.unreflect(downcallHandle).asFixedArity();
  }

  /** Returns the interface for the module that has native access, this or the provider's. */
  static DirectCalls enabled(Class<?> owner, MethodHandles.@Nullable Lookup provider)
      throws NotLinkedException, ReflectiveOperationException {
    Method enabled = Module.class.getMethod("isNativeAccessEnabled");
    if ((boolean) enabled.invoke(ForeignCalls.class.getModule())) {
      return new ForeignCalls(null);
    }
    if (provider != null && (boolean) enabled.invoke(provider.lookupClass().getModule())) {
      return new ForeignCalls(provider);
    }
    Module module = provider == null ? ForeignCalls.class.getModule() : owner.getModule();
    throw new NotLinkedException(
        "native access is not enabled; start java with --enable-native-access="
            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
  }

  @Override
  public MethodHandle handle(long address) throws Throwable {
    Object segment = call(ofAddress, address);
    return (MethodHandle)
        (byLookup == null
            ? downcallHandle.invoke(linker, segment, descriptor, options)
            : byLookup.invokeWithArguments(linker, segment, descriptor, options));
  }

  private static Class<?> type(String simpleName) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + simpleName);
  }

  private static Object call(Method method, Object... arguments)
      throws IllegalAccessException, InvocationTargetException {
    return method.invoke(null, arguments);
  }
}
