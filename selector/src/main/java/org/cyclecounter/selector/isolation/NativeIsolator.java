package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Tries counters in a child of this process that shares its memory and runs nothing but the
 * counter's leaf function: about a tenth of a millisecond each, whatever the heap. Linux only; one
 * at a time. A counter is opened in this process, because its entry point is known only then: that
 * has to be safe, as it is for a {@link org.cyclecounter.spi.nativelib.NativeCounterSource}.
 */
public final class NativeIsolator implements Isolator {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          NativeIsolator.class,
          "cyclecounter-selector-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  // What tryLeaf answers besides a fault's number; a negative answer is -1 less an errno.
  private static final int PASSED = 0;
  private static final int TOO_LONG = 8;
  private static final String[] FAULTS = {
    "", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGSYS"
  };

  private static final Object ONE_AT_A_TIME = new Object();

  private final int limitS;

  /** With 5 s for each counter. */
  public NativeIsolator() {
    this(5);
  }

  NativeIsolator(int limitS) {
    this.limitS = limitS;
  }

  /** Runs the function three times in a child. */
  private static native int tryLeaf(long entryPoint, int limitS);

  /**
   * Whether this platform has it.
   *
   * @return true on Linux, for the processors whose library is packaged
   */
  public static boolean isOffered() {
    return Platform.current().isLinux() && LIBRARY.isPackaged();
  }

  @Override
  public List<Outcome> tryAll(List<Candidate> candidates) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Candidate candidate : candidates) {
      long startNs = System.nanoTime();
      String problem = problem(candidate);
      Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
      outcomes.add(new Outcome(problem.isEmpty(), problem, cost));
    }
    return outcomes;
  }

  /** Empty if the counter passed. */
  private String problem(Candidate candidate) {
    if (!isOffered()) {
      return "native isolation is not offered for "
          + Platform.current().prefix()
          + "; use AUTO or JVM";
    }
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) {
      return "native isolation cannot be used: " + e.getMessage();
    }
    try (TickSource source = candidate.source().open()) {
      if (source == null) {
        return "open() gave null";
      }
      OptionalLong entryPoint = source.entryPoint();
      if (entryPoint == null || entryPoint.isEmpty()) {
        return "it has no entry point to be tried at natively; use AUTO or JVM";
      }
      synchronized (ONE_AT_A_TIME) {
        return problem(tryLeaf(entryPoint.getAsLong(), limitS));
      }
    } catch (CounterUnavailableException e) {
      return String.valueOf(e.getMessage());
    } catch (Throwable e) {
      return "it threw " + e;
    }
  }

  private String problem(int answer) {
    if (answer == PASSED) {
      return "";
    }
    if (answer < 0) {
      return "it may crash, and no process can be made to try it in: errno " + (-1 - answer);
    }
    if (answer == TOO_LONG) {
      return Outcome.DIED + "did not return within " + limitS + " s while it was read";
    }
    String end = answer < FAULTS.length ? Outcome.ofSignal(FAULTS[answer]) : "in a way of its own";
    return Outcome.DIED + "ended that process while it was read: " + end;
  }
}
