// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A counter that may work on this machine. Describing it costs nothing; {@link #open()} is the
 * first call that touches the machine. Thread-safe.
 *
 * @since 0.1.0
 */
@ConsumerType
public interface CounterSource {

  /**
   * Returns the counter's name, unique over all providers: of two equal names the first wins and
   * the second is reported as rejected.
   *
   * @return a short name of lower-case letters, digits and hyphens, such as {@code "amd64-tsc"}
   */
  String name();

  /**
   * Returns what it counts.
   *
   * @return the kind, which determines the penalty in the selection
   */
  CounterKind kind();

  /**
   * Between which readings a difference means something.
   *
   * @return the scope
   */
  Scope scope();

  /**
   * Returns how ticks become cycles. Called after {@link #open()} has succeeded, so that a source
   * can return a rate that it has read from the machine.
   *
   * @return the scaling
   */
  Scaling scaling();

  /**
   * Returns the counter's width.
   *
   * @return 64, or 32 for a counter that is to be extended; no other value is allowed
   */
  default int bits() {
    return 64;
  }

  /**
   * Returns whether opening or reading this counter might crash the process. Such a counter is
   * first probed in isolation.
   *
   * @return false only for a counter that cannot crash, such as {@link System#nanoTime()}
   */
  default boolean mayCrash() {
    return true;
  }

  /**
   * Returns the unit of the readings. Called for a report, not before a program's first reading:
   * after {@link #open()} has succeeded and the counter has been read, on the thread that read it,
   * within the time limit of a probe. If it throws or returns null, the counter is rejected. Core
   * cycles beside a {@link Scaling.TicksPerSecond} contradict each other: reports say {@link
   * Counted#TICKS}.
   *
   * @return core cycles, ticks or time, by {@link #kind()}, unless overridden
   */
  default Counted counted() {
    CounterKind kind = kind(); // no switch: its class would have to be loaded
    if (kind == CounterKind.ON_CORE) {
      return Counted.CORE_CYCLES;
    }
    return kind == CounterKind.OFF_CORE ? Counted.TICKS : Counted.TIME;
  }

  /**
   * Returns what a read executes, for messages: an instruction by its mnemonic, a system call or
   * another function with parentheses. Messages call an instruction intercepted, usually by a
   * hypervisor, if a read takes longer than 200 ns; so name one only if a read is little more than
   * that instruction and takes some ten nanoseconds where nothing intercepts it. Called when, and
   * rejected as, {@link #counted()} is.
   *
   * @return a name such as {@code "RDPMC"} or {@code "read(2)"}; empty, the default, for none
   */
  default String instruction() {
    return "";
  }

  /**
   * Opens the counter. May be called any number of times; each call returns an independent source.
   *
   * @return the open counter
   * @throws CounterUnavailableException if the counter cannot be used here; the message is shown to
   *     people: one sentence with the cause and the remedy
   */
  TickSource open() throws CounterUnavailableException;
}
