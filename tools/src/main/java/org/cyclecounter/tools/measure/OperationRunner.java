// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.bench.WaitingException;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.page.ComparedSubject;
import org.cyclecounter.tools.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Measures one operation after the other, each on a new thread, because nothing can end a thread
 * that runs for ever: at the limit it is left behind. Whatever operations print to the output
 * stream goes to the error stream meanwhile, because the output is the command's.
 *
 * <p>Hazards:
 *
 * <ol>
 *   <li>A thread that is left behind takes a processor from all that follow, holds its locks, and
 *       may still change what they use. Each later result carries a warning that names it.
 *   <li>System.out is the whole process's. It is given back only if nobody is left who may print to
 *       it.
 *   <li>A bench that was being used by an abandoned thread is closed under it, and never used
 *       again.
 *   <li>Thread.stop is gone since Java 20 (it throws), and was no way before: it released locks in
 *       the middle of what they guard.
 * </ol>
 */
final class OperationRunner implements AutoCloseable {

  /** Time for an abandoned operation to end by itself, or by listening to its interrupt. */
  private static final long GRACE_MS = 1_000;

  private final Supplier<Bench> benches;
  private final double limitSeconds;

  /** The output stream as it was, to be given back. */
  private final PrintStream output = System.out;

  private final @Nullable ClassLoader contextLoader =
      Thread.currentThread().getContextClassLoader();

  /** Threads that were left behind and may run still, in the order of their operations. */
  private final Map<Thread, Operation> left = new LinkedHashMap<>();

  /** Null after an operation that did not end, until the next one needs one. */
  private @Nullable Bench bench;

  /**
   * The result of measuring in turns.
   *
   * @param subjects the operations and their runs
   * @param warnings what may have disturbed the runs
   */
  record Turns(List<ComparedSubject> subjects, List<String> warnings) {}

  /**
   * Measures.
   *
   * <p>The context class loader is that of the thread that makes this, and inherited by those that
   * measure: frameworks (JAXP, JNDI, ServiceLoader.load of one argument) look for their parts in
   * it.
   *
   * @param benches makes one at first, and another after each operation that did not end: a bench
   *     is for one thread at a time
   * @param limitSeconds how long one operation may take, with its warm-up
   * @param loader of the operations' classes
   * @throws BenchException if the first bench cannot be made
   */
  OperationRunner(Supplier<Bench> benches, double limitSeconds, ClassLoader loader) {
    this.benches = benches;
    bench = benches.get();
    this.limitSeconds = limitSeconds;
    // Hazard: operations print to System.out, which is the JSON's or the table's here.
    System.setOut(System.err);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /**
   * Measures an operation; whatever it throws is its failure.
   *
   * @throws InterruptedException if the calling thread is interrupted; the operation's thread is
   *     not
   */
  MeasuredOperation of(Operation operation) throws InterruptedException {
    left.keySet().removeIf(thread -> !thread.isAlive());
    List<String> warnings = new CopyOnWriteArrayList<>();
    for (Operation other : left.values()) {
      warnings.add(
          Formatted.of(
              "The operation %s was abandoned and is still running beside this one.",
              other.label()));
    }
    Bench current = bench(warnings);
    OperationThread<MeasuredOperation> thread =
        new OperationThread<>(
            "measure " + operation.name(), current, () -> measure(current, operation, warnings));
    thread.start();
    MeasuredOperation measurement = thread.await(limitSeconds);
    return measurement == null ? giveUp(thread, current, operation, warnings) : measurement;
  }

  /**
   * Returns the bench, a new one if the last was abandoned, with its warnings directed to a list.
   * That is of a kind for threads: an abandoned operation may still add to its own.
   */
  private Bench bench(List<String> warnings) {
    Bench current = bench == null ? benches.get() : bench;
    bench = current;
    return current.onWarning(warnings::add);
  }

  private static MeasuredOperation measure(
      Bench bench, Operation operation, List<String> warnings) {
    try {
      Timing timing = bench.measure(operation.code().prepare(), 1);
      return new MeasuredOperation(operation, timing, "", List.copyOf(warnings));
    } catch (BadTarget e) {
      return failed(operation, String.valueOf(e.getMessage()), warnings);
    } catch (WaitingException e) {
      String failure =
          Formatted.of(
              "The operation %s waits rather than computes: a run took %.3f s, in which the clock"
                  + " advanced by %.3f s; --clock monotonic measures wall time.",
              operation.label(), e.wallSeconds(), e.clockSeconds());
      return failed(operation, failure, warnings);
    } catch (BenchException e) {
      String failure =
          e.getCause() == null ? String.valueOf(e.getMessage()) : threw(operation, e.getCause());
      return failed(operation, failure, warnings);
    } catch (Throwable e) {
      return failed(operation, threw(operation, e), warnings);
    }
  }

  /**
   * Names the exception by which it failed; that of an initialiser is the one that says something.
   */
  private static String threw(Operation operation, Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    return "The operation " + operation.name() + " failed: " + thrown + ".";
  }

  private static MeasuredOperation failed(
      Operation operation, String failure, List<String> warnings) {
    return new MeasuredOperation(operation, null, failure, List.copyOf(warnings));
  }

  /**
   * Interrupts an operation and waits for a moment: one that blocks or looks at interrupts ends
   * then.
   */
  private MeasuredOperation giveUp(
      Thread thread, Bench current, Operation operation, List<String> warnings)
      throws InterruptedException {
    abandon(thread, current);
    TimeUnit.MILLISECONDS.timedJoin(thread, GRACE_MS);
    String rest = "";
    if (thread.isAlive()) {
      left.put(thread, operation);
      rest = " It is still running and takes a processor from those that follow.";
    }
    String failure =
        Formatted.of(
            "The operation %s did not end within %s s and was abandoned; --limit sets another"
                + " limit.%s",
            operation.label(), plain(limitSeconds), rest);
    return failed(operation, failure, warnings);
  }

  private void abandon(Thread thread, Bench current) {
    bench = null;
    thread.interrupt();
    current.close(); // no run begins any more: its clock cannot be read
  }

  /**
   * Measures all operations once more, in turns on one thread.
   *
   * <p>Each is prepared anew, on that thread. Time limit: that of one operation for each of them.
   *
   * @throws CommandFailure if an operation throws, or they do not end
   */
  Turns inTurns(List<Operation> operations, int runs) throws InterruptedException {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Bench current = bench(warnings).rounds(runs);
    OperationThread<Turns> thread =
        new OperationThread<>(
            "measure in turns", current, () -> compare(current, operations, warnings));
    thread.start();
    double limit = limitSeconds * operations.size();
    Turns turns = thread.await(limit);
    if (turns == null) {
      abandon(thread, current);
      throw new CommandFailure(
          "The operations did not end in turns within "
              + plain(limit)
              + " s and were abandoned; --limit sets another limit for each. There is no page.");
    }
    return turns;
  }

  private static Turns compare(Bench bench, List<Operation> operations, List<String> warnings) {
    try {
      List<Subject> subjects = new ArrayList<>();
      for (Operation operation : operations) {
        subjects.add(Subject.of(operation.label(), operation.code().prepare()));
      }
      Comparison comparison = bench.compare(subjects.toArray(Subject[]::new));
      List<ComparedSubject> compared = new ArrayList<>();
      for (Operation operation : operations) {
        List<Timing> timings = comparison.summaries().get(compared.size()).timings();
        compared.add(new ComparedSubject(operation.name(), operation.bytes(), timings));
      }
      return new Turns(compared, List.copyOf(warnings));
    } catch (Throwable e) {
      Throwable thrown = e instanceof BenchException && e.getCause() != null ? e.getCause() : e;
      throw new CommandFailure(
          "The operations could not be measured in turns: "
              + (thrown instanceof BenchException ? thrown.getMessage() : thrown + ".")
              + " There is no page.");
    }
  }

  /**
   * Formats without needless zeros.
   *
   * <p>Without an exponent, too: 60, not 6E+1.
   */
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Gives the output back, unless an operation still runs, which might print to it. */
  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(contextLoader);
    left.keySet().removeIf(thread -> !thread.isAlive());
    if (left.isEmpty()) {
      System.setOut(output);
    }
    if (bench != null) {
      bench.close();
    }
  }
}
