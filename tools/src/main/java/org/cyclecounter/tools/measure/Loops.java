// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Sink;

/**
 * Makes the loop around a method. Each gets a hidden class of its own, because a method handle is
 * only free where the compiler sees it as a constant, and a loop that has run several methods is
 * compiled for none of them.
 *
 * <p>The loop is in a class file that is read as a resource, so {@code CallLoop} must stay a class
 * of its own without inner classes: they would be the template's, which is another class.
 */
final class Loops {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Loops() {}

  /** Calls a method without parameters n times; its result goes to a sink, so it is computed. */
  static BenchFunction calling(MethodHandle method) {
    try (InputStream in = CallLoop.class.getResourceAsStream("CallLoop.class")) {
      byte[] template =
          Objects.requireNonNull(in, "CallLoop.class is not in its JAR").readAllBytes();
      MethodHandles.Lookup hidden =
          LOOKUP.defineHiddenClassWithClassData(template, consumed(method), true);
      return (BenchFunction)
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new AssertionError("the loop's own class is sound", e);
    }
  }

  /**
   * Hands n on to a method with one long; the call goes through a proxy, once in a run.
   *
   * <p>The method has the loop itself, so nothing is added to what it measures.
   */
  static BenchFunction handingOn(MethodHandle method) {
    return MethodHandleProxies.asInterfaceInstance(BenchFunction.class, method);
  }

  /**
   * Turns a method's result into a call of a sink, so that the compiler cannot drop the work:
   * integers and booleans as long, floats as double, references as they are. Widening is one
   * instruction at most.
   */
  private static MethodHandle consumed(MethodHandle method) throws ReflectiveOperationException {
    Class<?> type = method.type().returnType();
    if (type == void.class) {
      return method;
    }
    Class<?> taken =
        !type.isPrimitive()
            ? Object.class
            : type == double.class || type == float.class ? double.class : long.class;
    MethodHandle sink =
        LOOKUP.findStatic(Sink.class, "consume", MethodType.methodType(void.class, taken));
    MethodType returning = MethodType.methodType(taken);
    // Makes a number of a boolean too.
    return MethodHandles.filterReturnValue(
        MethodHandles.explicitCastArguments(method, returning), sink);
  }
}
