// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.cyclecounter.selector.Raising.raise;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects of a framework that answer as a test says. */
final class Fakes {

  private Fakes() {}

  /** Answers a call by its arguments, which are null where there are none. */
  interface Answer {
    @Nullable Object to(Object[] arguments) throws Exception;
  }

  /** Answers by the names of methods; others give null, zero or false. */
  static <T> T fake(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer != null) {
                return answer.to(arguments);
              }
              return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "a fake " + type.getSimpleName();
                default -> {
                  Class<?> result = method.getReturnType();
                  yield result == void.class ? null : Array.get(Array.newInstance(result, 1), 0);
                }
              };
            }));
  }

  static Answer throwing(Exception e) {
    return call -> raise(e);
  }
}
