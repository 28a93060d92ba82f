// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.Test;

/**
 * Facts that one counter of this project says of itself; a subclass for each, in its own module.
 * The kit, module {@code tck}, tests what all counters promise.
 */
public abstract class CounterContract {

  private final CounterSource source;
  private final String name;
  private final CounterKind kind;
  private final Scope scope;
  private final String instruction;
  private final Counted[] counted;

  /** A counter that names no instruction, and counts what its kind says. */
  protected CounterContract(CounterSource source, String name, CounterKind kind, Scope scope) {
    this(source, name, kind, scope, "");
  }

  protected CounterContract(
      CounterSource source, String name, CounterKind kind, Scope scope, String instruction) {
    this(source, name, kind, scope, instruction, ofKind(kind));
  }

  /** A counter that counts one of several things, which depends on the machine. */
  protected CounterContract(
      CounterSource source,
      String name,
      CounterKind kind,
      Scope scope,
      String instruction,
      Counted... counted) {
    this.source = source;
    this.name = name;
    this.kind = kind;
    this.scope = scope;
    this.instruction = instruction;
    this.counted = counted;
  }

  private static Counted ofKind(CounterKind kind) {
    return switch (kind) {
      case ON_CORE -> Counted.CORE_CYCLES;
      case OFF_CORE -> Counted.TICKS;
      case FIXED_RESOLUTION -> Counted.TIME;
    };
  }

  /** The open counter; skips the test, with the counter's own reason, where it cannot work. */
  protected final TickSource open() {
    try {
      TickSource open = source.open();
      if (open instanceof NativeTicks natively && natively.probe() != 0) {
        readOnce(open);
      }
      return open;
    } catch (CounterUnavailableException e) {
      System.out.println(name + " is not available here: " + e.getMessage());
      assumeTrue(false, name + " is not available here: " + e.getMessage());
      throw new AssertionError(e);
    }
  }

  /** What each thread opens for itself may turn out not to be there with the first read. */
  private static void readOnce(TickSource open) throws CounterUnavailableException {
    try {
      open.ticks();
    } catch (IllegalStateException e) {
      throw new CounterUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  @Test
  void describesItself() {
    assertThat(source.name()).isEqualTo(name);
    assertThat(source.kind()).isEqualTo(kind);
    assertThat(source.scope()).isEqualTo(scope);
    assertThat(source.bits()).isIn(32, 64);
    assertThat(source.instruction()).isEqualTo(instruction);
  }

  /** This project's counters also before they are opened: reports name those that are rejected. */
  @Test
  void saysWhatItCounts() {
    assertThat(source.counted()).isIn((Object[]) counted);
    try (TickSource open = open()) {
      open.ticks();
      assertThat(source.counted()).isIn((Object[]) counted);
    }
  }
}
