package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.OptionalLong;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Links a C function by the foreign-function interface of Java 22, reached by reflection because
 * this code is compiled for 17. The option {@code critical} leaves out the thread's change of
 * state: that is most of a call's cost, and is allowed because the function is short and never
 * calls back.
 *
 * <p>A method handle is only free where the compiler sees it as a constant, so each counter gets a
 * hidden class of its own, made from {@link CriticalTicks}, that holds its handles in static final
 * fields.
 */
final class CriticalLinker {

  /** The first Java with the interface in its final form. */
  static final int SINCE = 22;

  private CriticalLinker() {}

  /**
   * Null where this Java has no such interface, or has not enabled native access for this module.
   */
  static @Nullable TickSource link(
      long ticks, long startTicks, long stopTicks, OptionalLong entryPoint, Class<?> owner) {
    if (!isOffered()) {
      return null;
    }
    try {
      Foreign foreign = new Foreign();
      List<MethodHandle> handles =
          List.of(foreign.handle(ticks), foreign.handle(startTicks), foreign.handle(stopTicks));
      MethodHandles.Lookup hidden =
          MethodHandles.lookup().defineHiddenClassWithClassData(template(), handles, true);
      return (TickSource)
          hidden
              .findConstructor(
                  hidden.lookupClass(),
                  MethodType.methodType(void.class, long.class, OptionalLong.class, Class.class))
              .invoke(ticks, entryPoint, owner);
    } catch (Throwable e) {
      System.getLogger("org.cyclecounter.api")
          .log(System.Logger.Level.DEBUG, "foreign-function interface not usable, using JNI", e);
      return null;
    }
  }

  /**
   * Whether this Java has the interface and has enabled native access for this module: otherwise a
   * call would print a warning, and JNI works without this module's permission.
   */
  private static boolean isOffered() {
    return Runtime.version().feature() >= SINCE && isNativeAccessEnabled();
  }

  private static boolean isNativeAccessEnabled() {
    try {
      Method enabled = Module.class.getMethod("isNativeAccessEnabled");
      return (boolean) enabled.invoke(CriticalLinker.class.getModule());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static byte[] template() throws IOException {
    try (InputStream in = CriticalTicks.class.getResourceAsStream("CriticalTicks.class")) {
      if (in == null) {
        throw new IOException("CriticalTicks.class is not in its JAR");
      }
      return in.readAllBytes();
    }
  }

  /** java.lang.foreign, by reflection. */
  private static final class Foreign {
    private final Object linker;
    private final Object descriptor;
    private final Object options;
    private final Method ofAddress;
    private final Method downcallHandle;

    Foreign() throws ReflectiveOperationException {
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
      Array.set(options, 0, call(option.getMethod("critical", boolean.class), false));
      ofAddress = segment.getMethod("ofAddress", long.class);
      downcallHandle =
          linkerType.getMethod("downcallHandle", segment, function, option.arrayType());
    }

    MethodHandle handle(long address) throws ReflectiveOperationException {
      Object segment = call(ofAddress, address);
      return (MethodHandle) downcallHandle.invoke(linker, segment, descriptor, options);
    }

    private static Class<?> type(String simpleName) throws ClassNotFoundException {
      return Class.forName("java.lang.foreign." + simpleName);
    }

    private static Object call(Method method, Object... arguments)
        throws IllegalAccessException, InvocationTargetException {
      return method.invoke(null, arguments);
    }
  }
}
