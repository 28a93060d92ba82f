package org.cyclecounter.bench.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.bench.operations.BadTarget;
import org.cyclecounter.bench.operations.Operation;
import org.jspecify.annotations.Nullable;

/** Measures one operation. A daemon, so that one which never ends does not keep the process. */
final class MeasuringThread extends Thread {

  private final Bench bench;
  private final Operation operation;
  private final long bytes;
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final CountDownLatch calibrated = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Measurement measurement;

  /**
   * Does not start it.
   *
   * @param bench for this thread alone, as long as it runs
   * @param operation what to measure
   * @param bytes what one operation works on; 0 where that is not known
   */
  MeasuringThread(Bench bench, Operation operation, long bytes) {
    super("measure " + operation.name());
    setDaemon(true);
    this.bench = bench;
    this.operation = operation;
    this.bytes = bytes;
  }

  String label() {
    return Measurement.label(operation.name(), bytes);
  }

  /** Adds to what may have disturbed the measurement. */
  void warn(String warning) {
    warnings.add(warning);
  }

  /** Null where it has not ended within the limit, which begins after the calibration. */
  @Nullable Measurement await(long limitMs) throws InterruptedException {
    calibrated.await();
    return done.await(limitMs, TimeUnit.MILLISECONDS) ? measurement : null;
  }

  /** The measurement of an operation that failed. */
  Measurement failed(String failure) {
    return of(null, failure);
  }

  @Override
  public void run() {
    try {
      measurement = measure();
    } finally {
      calibrated.countDown();
      done.countDown();
    }
  }

  private Measurement measure() {
    try {
      bench.onWarning(warnings::add);
      bench.calibrate();
      calibrated.countDown();
      return of(bench.measure(operation.prepare(), 1), "");
    } catch (BadTarget e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (BenchException e) {
      return failed(e.getCause() == null ? String.valueOf(e.getMessage()) : threw(e.getCause()));
    } catch (Throwable e) {
      return failed(threw(e));
    }
  }

  private Measurement of(@Nullable Timing timing, String failure) {
    return new Measurement(operation.name(), bytes, timing, failure, List.copyOf(warnings));
  }

  private String threw(Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    return "The operation " + operation.name() + " failed: " + thrown + ".";
  }
}
