// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Looks at a bundle's objects from the test, which has other classes of the same names: by methods'
 * names.
 */
public final class Views {

  private Views() {}

  /**
   * An object as the test's interface of the same methods.
   *
   * @param <T> the interface
   * @param type an interface of the test's class path
   * @param object an object that has its methods; numbers, strings and the like are passed on, and
   *     enum constants are translated by name
   * @return calls the object, and throws what it throws where that is of the JDK
   */
  public static <T> T of(Class<T> type, Object object) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "toString" -> "view of " + object;
                  default -> translated(method, call(object, method.getName(), arguments));
                }));
  }

  /**
   * Calls a public method of an object, whatever its class's visibility.
   *
   * @param object the object
   * @param name the method's name
   * @param arguments what it is given; decides by number only
   * @return what it gives
   * @throws Exception as thrown by the method
   */
  public static Object call(Object object, String name, Object... arguments) throws Exception {
    Object[] given = arguments == null ? new Object[0] : arguments;
    return invoke(find(object.getClass(), name, given.length), object, given);
  }

  /**
   * Calls a public static method of a class.
   *
   * @param type the class
   * @param name the method's name
   * @param arguments what it is given; decides by number only
   * @return what it gives
   * @throws Exception as thrown by the method
   */
  public static Object callStatic(Class<?> type, String name, Object... arguments)
      throws Exception {
    return invoke(find(type, name, arguments.length), null, arguments);
  }

  private static Method find(Class<?> type, String name, int arguments)
      throws NoSuchMethodException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments) {
        return method;
      }
    }
    throw new NoSuchMethodException(type + "." + name);
  }

  private static Object invoke(Method method, Object object, Object... arguments) throws Exception {
    method.setAccessible(true);
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }

  private static Object translated(Method method, Object result) {
    if (!(result instanceof Enum<?> constant) || method.getReturnType().isInstance(result)) {
      return result;
    }
    for (Object one : method.getReturnType().getEnumConstants()) {
      if (one.toString().equals(constant.name())) {
        return one;
      }
    }
    throw new IllegalArgumentException("unknown constant " + constant);
  }
}
