// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.diagnostics.text.Nearest;

/**
 * A static method that is an operation.
 *
 * @param label its name, with the parameters if several methods have it
 * @param handle calls it
 */
public record OperationMethod(String label, MethodHandle handle) {

  /** The parameters of the methods that a command takes. */
  public enum Shape {
    NONE_OR_LONG(
        "no parameter, or one long, the number of times to do the operation", "()", "(long)"),
    NONE("no parameter", "()", "()"),
    SECRET("one byte[], the secret", "(byte[])", "(byte[])");

    private final String words;
    private final String meantByName;
    private final String other;

    Shape(String words, String meantByName, String other) {
      this.words = words;
      this.meantByName = meantByName;
      this.other = other;
    }

    private boolean fits(Method method) {
      return Modifier.isStatic(method.getModifiers())
          && !method.isSynthetic()
          && List.of(meantByName, other).contains(parameters(method));
    }

    private boolean isMeantBy(String name, Method method) {
      return parameters(method)
          .equals(name.contains("(") ? name.substring(name.indexOf('(')) : meantByName);
    }

    /** Returns what one writes: METHOD, or METHOD(long). */
    private String written(Method method) {
      return isMeantBy("", method) ? method.getName() : signature(method);
    }
  }

  /** The most methods that a sentence names: a class may have hundreds. */
  private static final int MAX_NAMES = 10;

  /**
   * Finds a method. Bridges and other synthetic methods are the compiler's.
   *
   * @param name METHOD, or METHOD(TYPE) with the parameter's simple name
   * @throws BadUsage if there is none that fits, or it cannot be called from here
   * @throws LinkageError if a class is missing that the methods' signatures name
   */
  public static OperationMethod of(Class<?> type, String name, Shape shape) {
    String bare = name.replaceFirst("\\(.*", "");
    List<Method> named =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(bare) && !method.isSynthetic())
            .toList();
    if (named.isEmpty()
        && Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(bare))) {
      throw new BadUsage(
          "The class %s has no static method '%s', only one that it inherits: call that from a"
              + " static method with %s, and name this.",
          type.getName(), name, shape.words);
    }
    if (named.isEmpty()) {
      throw new BadUsage(
          "The class %s has no method '%s'%s", type.getName(), name, suggestion(bare, type, shape));
    }
    Method fitting =
        named.stream()
            .filter(shape::fits)
            .filter(method -> shape.isMeantBy(name, method))
            .findFirst()
            .orElseThrow(() -> unfit(type, name, named, shape));
    String label = type.getName() + "#" + (named.size() > 1 ? signature(fitting) : name);
    return new OperationMethod(label, accessible(fitting, label));
  }

  /** Says why none of the methods of a name fits. */
  private static BadUsage unfit(Class<?> type, String name, List<Method> named, Shape shape) {
    if (!name.contains("(") && named.stream().anyMatch(shape::fits)) {
      return new BadUsage(
          "The method %s#%s(long) has a parameter: if that is how often to do the operation, write"
              + " '%s#%s(long)'; else call it from a static method without any, and name that.",
          type.getName(), name, type.getName(), name);
    }
    Method only = named.get(0);
    if (named.size() == 1 && !name.contains("(")) {
      boolean isStatic = Modifier.isStatic(only.getModifiers());
      return new BadUsage(
          "The method %s#%s %s: call it from a static method with %s, and name that.",
          type.getName(),
          isStatic ? signature(only) : name,
          isStatic ? "has other parameters" : "is not static",
          shape.words);
    }
    return new BadUsage(
        "The method %s#%s does not fit: it must be static, with %s; there is %s.",
        type.getName(), name, shape.words, joined(named.stream().map(OperationMethod::signature)));
  }

  private static String signature(Method method) {
    return method.getName() + parameters(method);
  }

  private static String parameters(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String joined(Stream<String> names) {
    List<String> sorted = names.sorted().toList();
    String first = sorted.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    int further = sorted.size() - MAX_NAMES;
    return further <= 0 ? first : first + " and " + further + " more";
  }

  /** Returns the methods of a class that fit, as they are written. */
  public static List<String> names(Class<?> type, Shape shape) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(shape::fits)
        .map(shape::written)
        .distinct()
        .sorted()
        .toList();
  }

  /** Names methods that fit; the end of a sentence. */
  private static String suggestion(String name, Class<?> type, Shape shape) {
    List<String> methods = names(type, shape);
    String question = Nearest.question(name, methods);
    return methods.isEmpty()
        ? "."
        : Formatted.of(
            "%s that fit are %s.",
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
