// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cyclecounter.bench.BenchFunction;

/**
 * Finds what a name stands for: {@code CLASS#METHOD}, a static method without parameters or with
 * one long, the number of times to do the operation; or {@code CLASS}, a {@link BenchFunction}.
 * Classes written for JMH are JMH's to run.
 *
 * @param loader where classes are looked for
 * @param bytes what one operation works on; 0 if that is not known
 */
record Targets(ClassLoader loader, long bytes) {

  private static final Class<?>[] LONG = {long.class};

  /**
   * Finds what a name stands for. Initialises nothing.
   *
   * @throws BadTarget if there is nothing of this name that can be measured
   */
  Operation find(String name) throws BadTarget {
    int hash = name.indexOf('#');
    Class<?> type = load(hash < 0 ? name : name.substring(0, hash));
    try {
      return hash < 0 ? function(type) : method(type, name.substring(hash + 1));
    } catch (LinkageError e) {
      throw new BadTarget("The class " + type.getName() + " cannot be loaded: " + e + ".");
    }
  }

  private Class<?> load(String name) throws BadTarget {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new BadTarget(
          "No class '"
              + name
              + "' was found: give its full name, and its folder or JAR with --class-path.");
    } catch (LinkageError e) {
      throw new BadTarget("The class '" + name + "' cannot be loaded: " + e + ".");
    }
  }

  private Operation function(Class<?> type) throws BadTarget {
    if (BenchFunction.class.isAssignableFrom(type)) {
      return new Operation(type.getName(), bytes, () -> (BenchFunction) instance(type));
    }
    if (Arrays.stream(type.getMethods()).anyMatch(Targets::isForJmh)) {
      throw forJmh(type, type.getName());
    }
    throw new BadTarget(
        "The class "
            + type.getName()
            + " has nothing to measure: name a static method as CLASS#METHOD, or a class that"
            + " implements BenchFunction.");
  }

  /** Throws what the constructor throws, or a BadTarget where there is none to be used. */
  private static Object instance(Class<?> type) throws Throwable {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new BadTarget(
          "The class "
              + type.getName()
              + " cannot be instantiated: it must not be abstract, and needs a constructor without"
              + " parameters and an open package.");
    }
  }

  private Operation method(Class<?> type, String name) throws BadTarget {
    List<Method> named =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && !method.isSynthetic())
            .toList();
    if (named.isEmpty()) {
      throw new BadTarget(
          "The class " + type.getName() + " has no method '" + name + "'" + others(type) + ".");
    }
    Optional<Method> fitting =
        named.stream().filter(Targets::fits).min(Comparator.comparing(Method::getParameterCount));
    if (fitting.isEmpty() && named.stream().anyMatch(Targets::isForJmh)) {
      throw forJmh(type, type.getName() + "." + name);
    }
    String label = type.getName() + "#" + name;
    if (fitting.isEmpty()) {
      throw new BadTarget(
          "The method "
              + label
              + " cannot be measured: it must be static and have no parameter, or one long, the"
              + " number of times to do the operation.");
    }
    MethodHandle handle = accessible(fitting.get());
    return new Operation(
        label,
        bytes,
        () ->
            fitting.get().getParameterCount() == 0
                ? Loops.calling(handle)
                : Loops.handingOn(handle));
  }

  private static boolean fits(Method method) {
    return Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic()
        && (method.getParameterCount() == 0 || Arrays.equals(method.getParameterTypes(), LONG));
  }

  /** By its name: JMH is on nobody's path here but, perhaps, that of the class. */
  private static boolean isForJmh(Method method) {
    return Arrays.stream(method.getAnnotations())
        .anyMatch(
            annotation ->
                annotation
                    .annotationType()
                    .getName()
                    .equals("org.openjdk.jmh.annotations.Benchmark"));
  }

  private static BadTarget forJmh(Class<?> type, String benchmark) {
    return new BadTarget(
        "The class "
            + type.getName()
            + " is written for JMH, which alone can run it: java -cp ... org.openjdk.jmh.Main '"
            + benchmark
            + "' -prof org.cyclecounter.bench.jmh.CycleCounterProfiler, with cyclecounter-bench and"
            + " the counters on its class path.");
  }

  private static String others(Class<?> type) {
    String names =
        Arrays.stream(type.getDeclaredMethods())
            .filter(Targets::fits)
            .map(Method::getName)
            .distinct()
            .sorted()
            .limit(10)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : ": those that can be measured are " + names;
  }

  private static MethodHandle accessible(Method method) throws BadTarget {
    try {
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      throw new BadTarget(
          "The method "
              + method.getDeclaringClass().getName()
              + "#"
              + method.getName()
              + " is not open to this module: make its class and itself public, and its package"
              + " exported.");
    }
  }
}
