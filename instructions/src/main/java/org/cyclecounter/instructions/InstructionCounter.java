// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Portability;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * Counts the instructions that an operation executes, exactly, by the processor's trap flag and
 * breakpoints, on a busy machine and without a PMU. Fresh JVMs have to agree, two unless set; a
 * count that differs between them is {@linkplain InstructionCount#isRepeatable not repeatable}.
 *
 * <p>An operation is a class with a constructor without parameters. Each new JVM, with options that
 * are always the same, creates an object, calls it once, which loads classes, and creates a second
 * object. It drops the profiles that its start and this call have left, calls the second object as
 * often as {@link #warmUp} says while the compilers work in the foreground, and then counts some
 * more calls. The constructor thus runs twice in each JVM. A JVM has this JVM's class path and
 * module path, and nothing of the state of its classes or its system properties. Linux on x86-64
 * and HotSpot only. Immutable, and so thread-safe.
 *
 * @since 0.1.0
 */
public final class InstructionCounter {

  private final CountPlan plan;

  private InstructionCounter(CountPlan plan) {
    this.plan = plan;
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
   * Creates a counter with 20,000 runs of warm-up, two JVMs and a limit of 60 s.
   *
   * @return the counter
   * @throws UnsupportedOperationException if there is an {@link #obstacle}, which is the message
   */
  public static InstructionCounter create() {
    String obstacle = Counting.obstacle();
    if (!obstacle.isEmpty()) {
      throw new UnsupportedOperationException(obstacle);
    }
    return new InstructionCounter(CountPlan.USUAL);
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
    return new InstructionCounter(plan.withWarmUp(runs));
  }

  /**
   * Sets how many fresh JVMs count, side by side. One alone cannot see that another start would
   * have given another number.
   *
   * @param count from 1 to 1,000
   * @return a counter with as many JVMs
   * @throws IllegalArgumentException if it is not
   */
  public InstructionCounter jvms(int count) {
    if (count < 1 || count > CountPlan.MAX_JVMS) {
      throw new IllegalArgumentException(
          "The JVMs must be from 1 to " + CountPlan.MAX_JVMS + ", not " + count);
    }
    return new InstructionCounter(plan.withJvms(count));
  }

  /**
   * Sets the processor time that each JVM may take, with its start and the warm-up, and a tenth of
   * the time on the wall.
   *
   * @param limit more than 0
   * @return a counter with this limit
   * @throws IllegalArgumentException if it is not
   */
  public InstructionCounter limit(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("The limit must be more than 0, not " + limit);
    }
    return new InstructionCounter(plan.withLimit(limit));
  }

  /**
   * Pins what HotSpot takes from the processor, so that processors with AVX2 count the same. The
   * conditions name those that do: all with Java 17, one of four classes with Java 25, whose LEA
   * instructions depend on the processor. Nothing is seen then of AVX-512, SHA and other
   * instructions that only some have.
   *
   * @return a counter whose conditions say "portable" in place of the processor
   * @throws UnsupportedOperationException with another Java than 17 and 25, or on a processor that
   *     lacks what portable code needs
   */
  public InstructionCounter portable() {
    String obstacle = Portability.obstacle();
    if (!obstacle.isEmpty()) {
      throw new UnsupportedOperationException(obstacle);
    }
    return new InstructionCounter(plan.portable());
  }

  /**
   * Counts the instructions of an operation in child JVMs.
   *
   * @param operation its class: neither a lambda nor one whose objects belong to another, on the
   *     class path or module path, with a constructor without parameters that can run twice
   * @return the count
   * @throws CountException if it cannot be found there, its constructor fails, it throws, takes too
   *     long, ends the JVM, or was not stepped to its end
   */
  public InstructionCount count(Class<? extends Callable<?>> operation) {
    try {
      return new Counting(Target.ofName(operation.getName(), ""), plan, PhaseListener.NONE).count();
    } catch (CountFailure e) {
      String sentence = SteppingSentences.withoutDashes(String.valueOf(e.getMessage()));
      throw new CountException(sentence, e);
    }
  }
}
