package org.cyclecounter.bench;

import java.util.Objects;

/**
 * One of the things that {@link Bench#compare} compares.
 *
 * @param name what to call it
 * @param function the code
 * @param base what one iteration counts for
 * @param unit what the base counts, in the singular: {@code "operation"}, {@code "byte"}
 */
public record Subject(String name, BenchFunction function, double base, String unit) {

  // Checks what is given.
  public Subject {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(unit, "unit");
    Bench.requireBase(base);
  }

  /**
   * Code that is measured for each operation.
   *
   * @param name what to call it
   * @param function does the operation n times
   * @return the subject
   */
  public static Subject of(String name, BenchFunction function) {
    return new Subject(name, function, 1, "operation");
  }

  /**
   * Code that is measured for each byte.
   *
   * @param name what to call it
   * @param function works n times on so many bytes
   * @param bytes the bytes of one iteration
   * @return the subject
   */
  public static Subject ofBytes(String name, BenchFunction function, double bytes) {
    return new Subject(name, function, bytes, "byte");
  }
}
