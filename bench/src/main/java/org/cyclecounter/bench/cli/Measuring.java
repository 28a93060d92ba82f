package org.cyclecounter.bench.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.operations.BadTarget;
import org.cyclecounter.bench.operations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Measures one operation after the other. Whatever they print to the output stream goes to the
 * error stream meanwhile, because the output is the command's.
 */
final class Measuring implements AutoCloseable {

  private final Bench bench;
  private final PrintStream output = System.out;
  private final @Nullable ClassLoader contextLoader =
      Thread.currentThread().getContextClassLoader();
  private final List<String> warnings = new ArrayList<>();

  Measuring(Bench bench, ClassLoader loader) {
    this.bench = bench.onWarning(warnings::add);
    System.setOut(System.err);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** Never throws what the operation throws: that is its failure. */
  Measurement of(Operation operation, long bytes) throws BadTarget {
    warnings.clear();
    long size = bytes == 0 ? operation.bytes() : bytes;
    String failure = "";
    try {
      BenchFunction function = operation.prepare();
      try {
        return new Measurement(
            operation.name(), size, bench.measure(function, 1), "", List.copyOf(warnings));
      } finally {
        operation.finish();
      }
    } catch (BadTarget e) {
      throw e;
    } catch (BenchException e) {
      failure = e.getCause() == null ? e.getMessage() : threw(operation, e.getCause());
    } catch (Throwable e) {
      failure = threw(operation, e);
    }
    return new Measurement(operation.name(), size, null, failure, List.copyOf(warnings));
  }

  private static String threw(Operation operation, Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    return "The operation " + operation.name() + " failed: " + thrown + ".";
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(contextLoader);
    System.setOut(output);
  }
}
