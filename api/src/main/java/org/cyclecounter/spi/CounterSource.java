package org.cyclecounter.spi;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A counter that can be tried on this machine. Describing it costs nothing; {@link #open()} is the
 * first call that touches the machine. Thread-safe.
 */
@ConsumerType
public interface CounterSource {

  /**
   * The counter's name, unique over all providers: the first of two equal names wins and the second
   * is reported as rejected.
   *
   * @return a short name of lower-case letters, digits and hyphens, such as {@code "amd64-tsc"}
   */
  String name();

  /**
   * What it counts.
   *
   * @return the kind, which decides the penalty in the choice
   */
  CounterKind kind();

  /**
   * Between which readings a difference means something.
   *
   * @return the scope
   */
  Scope scope();

  /**
   * How ticks become cycles. Asked after {@link #open()} has succeeded, so that a source can answer
   * with a rate it has read from the machine then.
   *
   * @return the scaling
   */
  Scaling scaling();

  /**
   * How many bits the counter has before it wraps.
   *
   * @return 64, or 32 for a counter that is to be extended; nothing else is allowed
   */
  default int bits() {
    return 64;
  }

  /**
   * Whether opening or reading this counter might take the process down. Such a counter is first
   * tried where a crash hurts nobody.
   *
   * @return false only for what cannot, such as {@link System#nanoTime()}
   */
  default boolean mayCrash() {
    return true;
  }

  /**
   * Opens the counter. May be called any number of times; each call gives an independent source.
   *
   * @return the open counter
   * @throws CounterUnavailableException if it cannot be used here; the message is the reason people
   *     will read, in one sentence that says what would mend it
   */
  TickSource open() throws CounterUnavailableException;
}
