package org.cyclecounter.bench.operations;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** Makes objects of classes that are known by name. */
final class Instances {

  private Instances() {}

  /** Throws what the constructor throws, or a BadTarget where there is none to be used. */
  static Object of(Class<?> type) throws Throwable {
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
}
