package org.cyclecounter.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.operations.Operation;
import org.cyclecounter.bench.page.ComparedSubject;
import org.cyclecounter.bench.page.Sentences;
import org.jspecify.annotations.Nullable;

/**
 * Measures operations in turns, on one thread, after each of them has been measured once. A daemon,
 * as {@link MeasuringThread} is.
 */
final class Comparing extends Thread {

  /**
   * An operation, and how much it works on.
   *
   * @param operation what to measure
   * @param bytes as the user says; 0 where that is not known
   */
  record Part(Operation operation, long bytes) {}

  /**
   * What came of it.
   *
   * @param subjects none where an operation failed or did not end
   * @param failure why; empty where there are subjects
   * @param warnings what may have disturbed the runs, each kind of sentence once
   */
  record Outcome(List<ComparedSubject> subjects, String failure, List<String> warnings) {}

  private final Bench bench;
  private final List<Part> parts;
  private final List<String> warnings = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Outcome outcome;

  /** Does not start it; the bench is for this thread alone, as long as it runs. */
  Comparing(Bench bench, List<Part> parts) {
    super("measure in turns");
    setDaemon(true);
    this.bench = bench;
    this.parts = parts;
  }

  /** Null where it has not ended within the limit. */
  @Nullable Outcome await(long limitMs) throws InterruptedException {
    return done.await(limitMs, TimeUnit.MILLISECONDS) ? outcome : null;
  }

  static Outcome failed(String failure) {
    return new Outcome(List.of(), failure, List.of());
  }

  @Override
  public void run() {
    try {
      outcome = compare();
    } finally {
      done.countDown();
    }
  }

  private Outcome compare() {
    try {
      bench.onWarning(warnings::add);
      Subject[] subjects = new Subject[parts.size()];
      for (int i = 0; i < subjects.length; i++) {
        Part part = parts.get(i);
        subjects[i] = Subject.of(label(part), part.operation().prepare());
      }
      Comparison comparison = bench.compare(subjects);
      List<ComparedSubject> compared = new ArrayList<>();
      for (int i = 0; i < subjects.length; i++) {
        compared.add(
            new ComparedSubject(
                parts.get(i).operation().name(),
                parts.get(i).bytes(),
                comparison.summaries().get(i).timings()));
      }
      return new Outcome(compared, "", Sentences.shortened(warnings));
    } catch (Throwable e) {
      Throwable thrown = e instanceof BenchException && e.getCause() != null ? e.getCause() : e;
      return failed(
          "The operations could not be measured in turns: "
              + (thrown instanceof BenchException ? thrown.getMessage() : thrown + "."));
    }
  }

  private static String label(Part part) {
    return Measurement.label(part.operation().name(), part.bytes());
  }
}
