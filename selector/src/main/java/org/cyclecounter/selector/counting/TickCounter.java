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
  public static TickCounter zero(String implementation, long cyclesPerSecond) {
    return new TickCounter(new Zero(), implementation, Scope.SYSTEM, cyclesPerSecond);
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
