// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.bench.Interleaving.Task;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.WaitingException;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.tools.command.BadUsage;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be measured.
 *
 * @param name such as {@code "SHA-256"} or {@code "com.example.Sums#add"}
 * @param bytes the number of bytes that one operation works on; 0 if that is not known
 * @param code makes the function, once, on the thread that measures: a class is initialised by it,
 *     not by being named; any exception is the operation's failure
 */
record Operation(String name, long bytes, Callable<BenchFunction> code) {

  /** Returns the name, with the size if that is known: several operations may share a name. */
  String label() {
    return new MeasuredOperation(name, bytes, List.of(), "", List.of()).label();
  }

  /**
   * Returns the task. On its thread the classes' loader is the context class loader, in which
   * frameworks (JAXP, JNDI, ServiceLoader.load of one argument) look for their parts.
   */
  Task task(ClassLoader loader) {
    return new Task(
        label(),
        () -> {
          Thread.currentThread().setContextClassLoader(loader);
          return Subject.of(label(), code.call());
        });
  }

  /** Describes an outcome in sentences. */
  MeasuredOperation measured(Outcome outcome, double limitSeconds) {
    Throwable failure = outcome.failure();
    String sentence = failure == null ? "" : failed(failure, limitSeconds);
    return new MeasuredOperation(
        name, bytes, List.of(outcome.timings()), sentence, outcome.warnings());
  }

  /** Describes an operation by which the JVM ends. */
  MeasuredOperation exited() {
    String sentence =
        Formatted.of("The operation %s called System.exit, which ended the JVM.", label());
    return new MeasuredOperation(name, bytes, List.of(), sentence, List.of());
  }

  private String failed(Throwable failure, double limitSeconds) {
    if (failure instanceof TimeoutException) {
      return Formatted.of(
              "The operation %s did not end within %s s and was abandoned; --limit sets another"
                  + " limit. %s",
              label(), Formatted.plain(limitSeconds), failure.getMessage())
          .strip();
    }
    if (failure instanceof WaitingException waiting) {
      return Formatted.of(
          "The operation %s waits rather than computes: a run took %.3f s, in which the clock"
              + " advanced by %.3f s; --clock monotonic measures wall time.",
          label(), waiting.wallSeconds(), waiting.clockSeconds());
    }
    Throwable thrown = thrown(failure);
    return thrown == null
        ? String.valueOf(failure.getMessage())
        : "The operation " + name + " failed: " + thrown + ".";
  }

  /**
   * Returns the exception by which the code failed, with an initialiser's error its cause; null if
   * the code threw nothing.
   */
  static @Nullable Throwable thrown(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : failure.getCause();
    if (failure instanceof BenchException) {
      return thrown(cause);
    }
    return failure instanceof BadUsage || failure instanceof TimeoutException
        ? null
        : failure instanceof ExceptionInInitializerError && cause != null ? cause : failure;
  }
}
