// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/**
 * A counter whose ticks are cycles.
 *
 * <p>A record, like {@link ScaledCounter}, because the compiler trusts a record's fields to be
 * constant: a counter kept in a static final field is read without a single indirection.
 *
 * @param source an open source of 64 bits
 * @param implementation the counter's name
 * @param scope the readings between which a difference means something
 * @param cyclesPerSecond the CPU's estimated frequency in Hz, which need not be the counter's rate:
 *     a core's cycles follow its present frequency
 */
public record TickCounter(
    TickSource source, String implementation, Scope scope, long cyclesPerSecond)
    implements CycleCounter {

  /** The name of the counter that always reads 0, as libcpucycles has it. */
  public static final String ZERO = "default-zero";

  /** Not a lambda: cold start 1. */
  private static final class Zero implements TickSource {
    @Override
    public long ticks() {
      return 0;
    }
  }

  /** Creates the counter of last resort, which always reads 0. */
  public static TickCounter zero(long cyclesPerSecond) {
    return new TickCounter(new Zero(), ZERO, Scope.SYSTEM, cyclesPerSecond);
  }

  @Override
  public long cycles() {
    return source.ticks();
  }

  @Override
  public long start() {
    return source.startTicks();
  }

  @Override
  public long stop() {
    return source.stopTicks();
  }
}
