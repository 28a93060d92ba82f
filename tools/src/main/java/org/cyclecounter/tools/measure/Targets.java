// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.OperationClass;
import org.cyclecounter.tools.command.OperationMethod;
import org.cyclecounter.tools.command.OperationMethod.Shape;

/**
 * Finds what a name stands for: {@code CLASS#METHOD}, a static method without parameters or, named
 * as {@code METHOD(long)}, with the number of times to do the operation; or {@code CLASS}, a {@link
 * BenchFunction} or a {@link Callable}. Classes written for JMH are JMH's to run.
 *
 * <p>Hazard: looking for members links the class, and may load every class that its signatures
 * name: one that is missing is a LinkageError in the middle of reflection. Initialisers are run by
 * the measurement, on its own thread and within its limit.
 *
 * @param loader where classes are looked for
 * @param bytes what one operation works on; 0 if that is not known
 */
record Targets(ClassLoader loader, long bytes) {

  private static final MethodHandle CALL;

  static {
    try {
      CALL =
          MethodHandles.publicLookup()
              .findVirtual(Callable.class, "call", MethodType.methodType(Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Finds what a name stands for. Initialises nothing.
   *
   * @throws BadUsage if there is nothing of this name that can be measured
   */
  Operation find(String name) {
    int hash = name.indexOf('#');
    String className = hash < 0 ? name : name.substring(0, hash);
    try {
      Class<?> type = Class.forName(className, false, loader);
      return hash < 0 ? function(type) : method(type, name.substring(hash + 1));
    } catch (ClassNotFoundException e) {
      throw OperationClass.missing(name, loader);
    } catch (LinkageError e) {
      String method = hash < 0 ? "" : name.substring(hash + 1);
      throw OperationClass.unloadable(className, method, loader, e);
    }
  }

  /** Makes an operation of a class that has the loop itself. */
  private Operation function(Class<?> type) {
    if (Callable.class.isAssignableFrom(type) && !BenchFunction.class.isAssignableFrom(type)) {
      return new Operation(type.getName(), bytes, () -> Loops.calling(CALL.bindTo(instance(type))));
    }
    if (BenchFunction.class.isAssignableFrom(type)) {
      return new Operation(type.getName(), bytes, () -> (BenchFunction) instance(type));
    }
    if (Arrays.stream(type.getMethods()).anyMatch(Targets::isForJmh)) {
      throw forJmh(type, type.getName());
    }
    List<String> methods = OperationMethod.names(type, Shape.NONE_OR_LONG);
    throw new BadUsage(
        "The class %s is no operation (Callable), and has no loop of its own (BenchFunction): %s.",
        type.getName(),
        methods.isEmpty()
            ? "name a class that is or has one, or a static method as CLASS#METHOD"
            : "name one of its methods, such as " + type.getName() + "#" + methods.get(0));
  }

  /** Creates an instance; throws the constructor's exception as the cause of another one. */
  private static Object instance(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      // The class may be private; a package that is not open to this module is refused below.
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new BenchException("The constructor has failed.", e.getTargetException());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new BadUsage(
          "The class %s cannot be instantiated: it must not be abstract, and needs a constructor"
              + " without parameters and an open package.",
          type.getName());
    }
  }

  /**
   * Makes an operation of a static method: without parameters, unless the name has them, {@code
   * METHOD(long)}: any method may have a long, which is not the number of times to do it.
   */
  private Operation method(Class<?> type, String name) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && isForJmh(method)) {
        throw forJmh(type, type.getName() + "." + name);
      }
    }
    OperationMethod found = OperationMethod.of(type, name, Shape.NONE_OR_LONG);
    MethodHandle handle = found.handle();
    boolean isCall = handle.type().parameterCount() == 0;
    return new Operation(
        found.label(), bytes, () -> isCall ? Loops.calling(handle) : Loops.handingOn(handle));
  }

  /** Looks at annotations by name: JMH is on no path here but, perhaps, that of the class. */
  private static boolean isForJmh(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(annotation -> annotation.annotationType().getName())
        .anyMatch("org.openjdk.jmh.annotations.Benchmark"::equals);
  }

  private static BadUsage forJmh(Class<?> type, String benchmark) {
    return new BadUsage(
        "The class %s is written for JMH, which alone can run it: java -cp ..."
            + " org.openjdk.jmh.Main '%s' -prof org.cyclecounter.bench.jmh.CycleCounterProfiler,"
            + " with cyclecounter-bench and the counters on its class path.",
        type.getName(), benchmark);
  }
}
