// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value, or why it is not known.
 *
 * @param whyNot why it is not known, as the end of "unknown, because ..."; empty where it is
 */
public record Known<T>(@Nullable T value, String whyNot) {

  // Exactly one of the two is there.
  public Known {
    if ((value == null) == whyNot.isEmpty()) {
      throw new IllegalArgumentException("a value or a reason, not " + value + ", " + whyNot);
    }
  }

  /** A value that is known. */
  public static <T> Known<T> of(T value) {
    return new Known<>(Objects.requireNonNull(value), "");
  }

  /** A value that is not known, with the end of "unknown, because ...". */
  public static <T> Known<T> unknown(String because) {
    return new Known<>(null, because);
  }

  public boolean isKnown() {
    return value != null;
  }

  /** Whether it is known and equal to another value. */
  public boolean is(T other) {
    return other.equals(value);
  }

  public T orElse(T other) {
    return value == null ? other : value;
  }

  /** Makes something else of the value, or keeps the reason. */
  public <R> Known<R> map(Function<T, R> made) {
    return value == null ? unknown(whyNot) : of(made.apply(value));
  }

  /** The value's text, or "unknown, because ...". */
  public String text() {
    return value == null ? "unknown, because " + whyNot : value.toString();
  }
}
