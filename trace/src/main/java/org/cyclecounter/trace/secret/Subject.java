// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.Stepper;
import org.jspecify.annotations.Nullable;

/** The operation that is checked, with its secret; in the child JVM, for one thread. */
final class Subject {

  /** A warm-up takes two thirds of the time at most. */
  private static final long WARM_UP_NS_PER_MS = 666_667;

  /** Reports of the warm-up. */
  private static final int REPORTS = 20;

  private final Object operation;
  private final @Nullable MethodHandle handle; // without the library
  private final byte[] array;
  private final List<byte[]> secrets;

  /** Holds results, so that no compiler can leave a run out. */
  @SuppressWarnings("unused")
  private volatile long result;

  private final long warmUpEndNs;

  /** Takes the milliseconds that there are for everything. */
  Subject(String name, int secretBytes, long limitMs) throws OperationFailure {
    warmUpEndNs = System.nanoTime() + limitMs * WARM_UP_NS_PER_MS;
    operation = instantiate(name);
    handle = Stepper.isLoaded() ? null : handle(operation.getClass());
    array = new byte[secretBytes];
    secrets = Secrets.of(secretBytes);
  }

  private static Object instantiate(String name) throws OperationFailure {
    try {
      Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
      Object object =
          Stepper.isLoaded()
              ? Stepper.instantiate(type)
              : type.getConstructor().newInstance(); // of a public class
      if (!isSecretOperation(object.getClass())) {
        throw new OperationFailure("The class " + name + " does not implement SecretOperation.");
      }
      return object;
    } catch (ClassNotFoundException e) {
      throw new OperationFailure(
          "No class '" + name + "' is on the class path or module path of a new JVM.");
    } catch (NoSuchMethodError | InstantiationError e) {
      throw new OperationFailure(
          "The class " + name + " needs a constructor without parameters, and cannot be abstract.");
    } catch (OperationFailure e) {
      throw e;
    } catch (Throwable e) {
      throw new OperationFailure("The operation " + name + " cannot be made: " + e);
    }
  }

  private static MethodHandle handle(Class<?> type) throws OperationFailure {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(type, "run", MethodType.methodType(long.class, byte[].class))
          .asType(MethodType.methodType(long.class, Object.class, byte[].class));
    } catch (ReflectiveOperationException e) {
      throw new OperationFailure("The operation " + type.getName() + " cannot be called: " + e);
    }
  }

  /** Looks for the interface by its name: the public API uses this package. */
  private static boolean isSecretOperation(Class<?> type) {
    for (Class<?> t = type; t != null; t = t.getSuperclass()) {
      for (Class<?> implemented : t.getInterfaces()) {
        if (implemented.getName().equals("org.cyclecounter.trace.SecretOperation")
            || isSecretOperation(implemented)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the name of the operation's class. */
  String name() {
    return operation.getClass().getName();
  }

  /** Returns the operation, for native code that calls its {@code long run(byte[])}. */
  Object operation() {
    return operation;
  }

  /** Returns the array that the operation is given, the same one each time. */
  byte[] array() {
    return array;
  }

  /** Returns the secrets of {@link #warmUp}. */
  List<byte[]> secrets() {
    return secrets;
  }

  /** Runs with all secrets in turns until two thirds of the time are over at most. */
  void warmUp(int runs) throws IOException, OperationFailure {
    for (int i = 0; i < runs && System.nanoTime() - warmUpEndNs < 0; i++) {
      if (i % Math.max(1, runs / REPORTS) == 0) {
        ParentPipe.send("PROGRESS", Integer.toString(100 * i / runs));
      }
      result = run(secrets.get(i % secrets.size()));
    }
  }

  /** Copies a secret into the array and runs. */
  long run(byte[] secret) throws OperationFailure {
    System.arraycopy(secret, 0, array, 0, array.length);
    long value;
    try {
      value = handle == null ? call(operation, array) : (long) handle.invokeExact(operation, array);
    } catch (Throwable e) {
      throw threw(e);
    }
    if (!Arrays.equals(secret, array)) {
      throw new OperationFailure(
          "The operation " + name() + " changes its secret; let it work on a copy.");
    }
    return value;
  }

  /**
   * Copies a secret into the array, runs, and returns its ticks, or nanoseconds without the
   * library.
   */
  long time(byte[] secret) throws OperationFailure {
    System.arraycopy(secret, 0, array, 0, array.length);
    try {
      if (handle == null) {
        return Recorder.time(operation, array);
      }
      long begin = System.nanoTime();
      result = (long) handle.invokeExact(operation, array);
      return System.nanoTime() - begin;
    } catch (Throwable e) {
      throw threw(e);
    }
  }

  /** Keeps a result of a run. */
  void keep(long value) {
    result = value;
  }

  OperationFailure threw(Throwable e) {
    return new OperationFailure("The operation " + name() + " threw " + e);
  }

  /** Calls {@code long run(byte[])} by JNI, which is compiled into no caller. */
  static native long call(Object operation, byte[] secret) throws Exception;
}
