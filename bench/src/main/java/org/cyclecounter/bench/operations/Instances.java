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
          "No object of the class "
              + type.getName()
              + " can be made: it must not be abstract, and have a constructor without parameters,"
              + " in a package that is open.");
    }
  }
}
