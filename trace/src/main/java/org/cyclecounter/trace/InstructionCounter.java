// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Counting;

/**
 * Counts the instructions that an operation executes, exactly, by single steps: the same number
 * each time, on a busy machine and without a PMU.
 *
 * <p>An operation is a class with a constructor without parameters. A new JVM with options that are
 * always the same creates one object of it, calls that as often as {@link #warmUp} says while the
 * compilers work in the foreground, and then counts some more calls. It has this JVM's class path
 * and module path, and nothing of the state of its classes or its system properties. Linux on
 * x86-64 and HotSpot only. Immutable, and so thread-safe.
 */
public final class InstructionCounter {

  private final int warmUp;
  private final Duration limit;

  private InstructionCounter(int warmUp, Duration limit) {
    this.warmUp = warmUp;
    this.limit = limit;
  }

  /**
   * Returns why instructions cannot be counted here. The first call starts a JVM that tries it.
   *
   * @return one sentence; empty if they can
   */
  public static Optional<String> obstacle() {
    return Optional.of(Counting.obstacle()).filter(obstacle -> !obstacle.isEmpty());
  }

  /**
   * Creates a counter with 20,000 runs of warm-up and a limit of 60 s.
   *
   * @return the counter
   * @throws UnsupportedOperationException if there is an {@link #obstacle}, which is the message
   */
  public static InstructionCounter create() {
    String obstacle = Counting.obstacle();
    if (!obstacle.isEmpty()) {
      throw new UnsupportedOperationException(obstacle);
    }
    return new InstructionCounter(Counting.WARM_UP, Counting.LIMIT);
  }

  /**
   * Sets how often an operation is called before it is counted; enough for all of it to be
   * compiled. A number, not a time, so that every JVM compiles the same.
   *
   * @param runs 0 or more
   * @return a counter with this warm-up
   * @throws IllegalArgumentException if it is negative
   */
  public InstructionCounter warmUp(int runs) {
    if (runs < 0) {
      throw new IllegalArgumentException("The warm-up cannot be negative: " + runs);
    }
    return new InstructionCounter(runs, limit);
  }

  /**
   * Sets the time that a count may take, with its JVM's start and the warm-up.
   *
   * @param limit more than 0
   * @return a counter with this limit
   * @throws IllegalArgumentException if it is not
   */
  public InstructionCounter limit(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("The limit must be more than 0, not " + limit);
    }
    return new InstructionCounter(warmUp, limit);
  }

  /**
   * Counts the instructions of an operation in a child JVM.
   *
   * @param operation its class: neither a lambda nor one whose objects belong to another, on the
   *     class path or module path, with a constructor without parameters
   * @return the count
   * @throws TraceException if it cannot be found there, throws, takes too long, or ends the JVM
   */
  public InstructionCount count(Class<? extends Callable<?>> operation) {
    try {
      return new Counting(operation.getName(), "", warmUp, limit, part -> {}).count();
    } catch (CountFailure e) {
      throw new TraceException(String.valueOf(e.getMessage()), e);
    }
  }
}
