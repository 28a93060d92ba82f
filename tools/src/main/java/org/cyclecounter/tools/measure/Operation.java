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
import org.cyclecounter.bench.Timing;
import org.cyclecounter.bench.WaitingException;
import org.cyclecounter.tools.page.MeasuredOperation;
import org.cyclecounter.tools.page.Sentences;
import org.cyclecounter.tools.text.Formatted;

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
    return measured(List.of(), "", List.of()).label();
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
    return measured(outcome.timings(), sentence, Sentences.shortened(outcome.warnings()));
  }

  MeasuredOperation measured(List<Timing> timings, String failure, List<String> warnings) {
    return new MeasuredOperation(name, bytes, timings, failure, warnings);
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
    boolean isSentence =
        failure instanceof BadTarget
            || failure instanceof BenchException && failure.getCause() == null;
    return isSentence ? String.valueOf(failure.getMessage()) : threw(failure);
  }

  /** Names the exception by which the code failed: that of an initialiser is a cause. */
  private String threw(Throwable failure) {
    boolean isWrapped =
        failure instanceof BenchException || failure instanceof ExceptionInInitializerError;
    return failure.getCause() != null && isWrapped
        ? threw(failure.getCause())
        : "The operation " + name + " failed: " + failure + ".";
  }
}
