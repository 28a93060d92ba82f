package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /**
   * What came of one counter.
   *
   * @param tried false if it could not be tried this way
   * @param problem why not, or what went wrong; empty if it passed
   */
  private record Attempt(boolean tried, String problem) {}

  @Override
  public List<Outcome> tryAll(List<Candidate> candidates) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Candidate candidate : candidates) {
      long startNs = System.nanoTime();
      String problem = attempt(candidate).problem();
      outcomes.add(outcome(problem, startNs));
    }
    return outcomes;
  }

  /**
   * Tries a counter if it can be tried this way.
   *
   * @param candidate a counter that can be opened safely in this process
   * @return empty if there is no entry point, or no child can be made
   */
  Optional<Outcome> tryOne(Candidate candidate) {
    long startNs = System.nanoTime();
    Attempt attempt = attempt(candidate);
    return attempt.tried() ? Optional.of(outcome(attempt.problem(), startNs)) : Optional.empty();
  }

  private static Outcome outcome(String problem, long startNs) {
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new Outcome(problem.isEmpty(), problem, cost);
  }

  private Attempt attempt(Candidate candidate) {
    if (!isOffered()) {
      return new Attempt(
          false,
          "native isolation is not offered for "
              + Platform.current().prefix()
              + "; use AUTO or JVM");
    }
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) {
      return new Attempt(false, "native isolation cannot be used: " + e.getMessage());
    }
    try (TickSource source = candidate.source().open()) {
      if (source == null) {
        return new Attempt(true, "open() gave null");
      }
      OptionalLong entryPoint = source.entryPoint();
      if (entryPoint == null || entryPoint.isEmpty()) {
        return new Attempt(false, "it has no entry point to be tried at natively; use AUTO or JVM");
      }
      synchronized (ONE_AT_A_TIME) {
        return attempt(tryLeaf(entryPoint.getAsLong(), limitS));
      }
    } catch (CounterUnavailableException e) {
      return new Attempt(true, String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      return new Attempt(true, "it threw " + e);
    }
  }

  private Attempt attempt(int answer) {
    if (answer == PASSED) {
      return new Attempt(true, "");
    }
    if (answer < 0) {
      return new Attempt(
          false, "it may crash, and no process can be made to try it in: errno " + (-1 - answer));
    }
    if (answer == TOO_LONG) {
      return new Attempt(
          true, Outcome.DIED + "did not return within " + limitS + " s while it was read");
    }
    String end = answer < FAULTS.length ? Outcome.ofSignal(FAULTS[answer]) : "in a way of its own";
    return new Attempt(true, Outcome.DIED + "ended that process while it was read: " + end);
  }
}
