// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;

/** Creates operations, and aligns their allocations; in the child JVM, for one thread. */
public final class Operations {

  private static final int PAGE = 4096;

  /** The bytes of an array without elements; an address is a multiple of half of it. */
  private static final int ARRAY = 16;

  /** The last array before an aligned address; a field, so that no compiler leaves it out. */
  private static byte[] last = {};

  private static String calledName = "";

  /** Calls the static method of the last name; both of its objects are of one class. */
  private static Class<?> calling = Void.class;

  private Operations() {}

  /**
   * Makes an operation.
   *
   * @param name CLASS, or CLASS#METHOD of a static method with the parameters of the interface's
   * @param type the interface that it implements
   * @throws CountFailure if there is no such class or method, it is no such type, or it has no
   *     constructor without parameters
   */
  public static <T> T of(String name, Class<T> type) throws CountFailure {
    try {
      Class<?> operation = operation(name, type);
      if (!type.isAssignableFrom(operation)) {
        throw new CountFailure("The class %s has to implement %s.", name, type.getName());
      }
      if (!Stepper.isLoaded()) {
        return type.cast(operation.getConstructor().newInstance()); // of a public class
      }
      align();
      return type.cast(Stepper.instantiate(operation));
    } catch (CountFailure e) {
      throw e;
    } catch (ClassNotFoundException e) {
      throw new CountFailure(
          "No class '%s' is on the class path or module path of a new JVM.", name);
    } catch (NoSuchMethodError
        | NoSuchMethodException
        | InstantiationError
        | InstantiationException e) {
      throw new CountFailure(
          "The class %s needs a constructor without parameters, and cannot be abstract.", name);
    } catch (Throwable e) {
      Object reason = e instanceof ExceptionInInitializerError ? e.getCause() : e;
      throw new CountFailure("The operation %s cannot be made: %s", name, String.valueOf(reason));
    }
  }

  private static Class<?> operation(String name, Class<?> type)
      throws CountFailure, ReflectiveOperationException, IOException {
    if (name.indexOf('#') < 0) {
      return Class.forName(name, true, ClassLoader.getSystemClassLoader());
    }
    if (!calledName.equals(name)) {
      calling = StaticCall.of(name, type);
      calledName = name;
    }
    return calling;
  }

  /** Returns the failure of an operation that disabled single steps, at least for a while. */
  public static CountFailure lostSteps(String operation) {
    return new CountFailure(
        "The operation %s was not counted: stepping was lost; it or code that it called changed the"
            + " trap flag or the handler of SIGTRAP.",
        operation);
  }

  /**
   * Makes the next allocation begin a page: C2's loops go in other steps to the first aligned
   * address.
   *
   * @return its address
   */
  public static long align() {
    last = new byte[0]; // the next allocation follows this one
    long next = Stepper.address(last) + ARRAY;
    while (next % PAGE != 0) {
      last = new byte[next % ARRAY == 0 ? 0 : ARRAY / 2];
      next = Stepper.address(last) + ARRAY + last.length;
    }
    return next;
  }
}
