// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Objects;

/**
 * An operation that {@link Bench#compare} compares with others.
 *
 * @param name what to call it
 * @param function the code
 * @param base the units per iteration
 * @param unit the unit of the base, in the singular: {@code "operation"}, {@code "byte"}
 * @since 0.1.0
 */
public record Subject(String name, BenchFunction function, double base, String unit) {

  // Checks the arguments.
  public Subject {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(unit, "unit");
    Bench.requirePositive("base", base);
  }

  /**
   * Creates a subject whose cost is per operation.
   *
   * @param name what to call it
   * @param function does the operation n times
   * @return the subject
   */
  public static Subject of(String name, BenchFunction function) {
    return new Subject(name, function, 1, "operation");
  }

  /**
   * Creates a subject whose cost is per byte.
   *
   * @param name what to call it
   * @param function processes that many bytes n times
   * @param bytes the bytes per iteration
   * @return the subject
   */
  public static Subject ofBytes(String name, BenchFunction function, double bytes) {
    return new Subject(name, function, bytes, "byte");
  }
}
