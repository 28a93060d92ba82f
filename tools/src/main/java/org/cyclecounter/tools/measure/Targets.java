// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.diagnostics.text.Nearest;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.OperationClass;

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

  private static final Class<?>[] LONG = {long.class};

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

  /** The most methods that a sentence names: a class may have hundreds. */
  private static final int MAX_NAMES = 10;

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
      throw OperationClass.missing(name, loader, true);
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
    List<String> methods = measurable(type);
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
   * METHOD(long)}: any method may have a long, which is not the number of times to do it. Bridges
   * and other synthetic methods are the compiler's.
   */
  private Operation method(Class<?> type, String name) {
    int parameters = name.indexOf('(');
    String bare = parameters < 0 ? name : name.substring(0, parameters);
    List<Method> named =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(bare) && !method.isSynthetic())
            .toList();
    if (named.isEmpty()
        && Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(bare))) {
      throw notItsOwn(type, name);
    }
    if (named.isEmpty()) {
      throw new BadUsage(
          "The class %s has no method '%s'%s", type.getName(), name, suggestion(bare, type));
    }
    Method fitting =
        named.stream()
            .filter(Targets::fits)
            .filter(
                method ->
                    parameters < 0
                        ? method.getParameterCount() == 0
                        : signature(method).equals(name))
            .findFirst()
            .orElseThrow(() -> unfit(type, name, named));
    String label = type.getName() + "#" + (named.size() > 1 ? signature(fitting) : name);
    MethodHandle handle = accessible(fitting, label);
    boolean isCall = fitting.getParameterCount() == 0;
    return new Operation(
        label, bytes, () -> isCall ? Loops.calling(handle) : Loops.handingOn(handle));
  }

  private static BadUsage notItsOwn(Class<?> type, String name) {
    return new BadUsage(
        "The class %s has no static method '%s' of its own, but inherits one: call it from a static"
            + " method, and measure that.",
        type.getName(), name);
  }

  /** Says why none of the methods of a name can be measured. */
  private static BadUsage unfit(Class<?> type, String name, List<Method> named) {
    if (named.stream().anyMatch(Targets::isForJmh)) {
      return forJmh(type, type.getName() + "." + name);
    }
    if (!name.contains("(") && named.stream().anyMatch(Targets::fits)) {
      return new BadUsage(
          "The method %s#%s(long) has a parameter: if that is how often to do the operation, write"
              + " '%s#%s(long)'; else call it from a static method without any, and measure that.",
          type.getName(), name, type.getName(), name);
    }
    boolean isAlone = named.size() == 1 && !name.contains("(");
    Method only = named.get(0);
    if (isAlone && !Modifier.isStatic(only.getModifiers())) {
      return new BadUsage(
          "The method %s#%s is not static: call it from a static method, and measure that.",
          type.getName(), name);
    }
    if (isAlone) {
      return new BadUsage(
          "The method %s#%s has parameters: call it from a static method without any, and measure"
              + " that.",
          type.getName(), signature(only));
    }
    return new BadUsage(
        "The method %s#%s cannot be measured: it must be static and have no parameter, or one"
            + " long, the number of times to do the operation; there is %s.",
        type.getName(), name, joined(named.stream().map(Targets::signature)));
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  private static String joined(Stream<String> names) {
    List<String> sorted = names.sorted().toList();
    String first = sorted.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    int further = sorted.size() - MAX_NAMES;
    return further <= 0 ? first : first + " and " + further + " more";
  }

  private static boolean fits(Method method) {
    return Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic()
        && (method.getParameterCount() == 0 || Arrays.equals(method.getParameterTypes(), LONG));
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

  private static List<String> measurable(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(Targets::fits)
        .map(method -> method.getName() + (method.getParameterCount() == 0 ? "" : "(long)"))
        .distinct()
        .sorted()
        .toList();
  }

  /** Names methods that can be measured; the end of a sentence. */
  private static String suggestion(String name, Class<?> type) {
    List<String> methods = measurable(type);
    String question = Nearest.question(name, methods);
    return methods.isEmpty()
        ? "."
        : Formatted.of(
            "%s that can be measured are %s.",
            question.isEmpty() ? ": those" : question + " Those", joined(methods.stream()));
  }

  /**
   * Returns a method's handle. unreflect keeps what setAccessible has allowed, so a private method
   * of the class path can be measured; one of a named module has to be exported or opened.
   */
  private static MethodHandle accessible(Method method, String label) {
    try {
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      throw new BadUsage(
          "The method %s is not open to this module: make its class and itself public, and its"
              + " package exported.",
          label);
    }
  }
}
