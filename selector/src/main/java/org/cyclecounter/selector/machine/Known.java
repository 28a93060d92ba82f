package org.cyclecounter.selector.machine;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value, or why it is not known.
 *
 * @param <T> what it is
 * @param value the value; null where it is not known
 * @param whyNot why it is not known, as the end of "unknown, because ..."; empty where it is
 */
public record Known<T>(@Nullable T value, String whyNot) {

  // Exactly one of the two is there.
  public Known {
    if ((value == null) == whyNot.isEmpty()) {
      throw new IllegalArgumentException("a value or a reason, not " + value + ", " + whyNot);
    }
  }

  /**
   * A value that is known.
   *
   * @param <T> what it is
   * @param value the value
   * @return it
   */
  public static <T> Known<T> of(T value) {
    return new Known<>(Objects.requireNonNull(value), "");
  }

  /**
   * A value that is not known.
   *
   * @param <T> what it would be
   * @param because the end of "unknown, because ..."
   * @return nothing, with that reason
   */
  public static <T> Known<T> unknown(String because) {
    return new Known<>(null, because);
  }

  /**
   * Whether it is known.
   *
   * @return false where there is a reason instead
   */
  public boolean isKnown() {
    return value != null;
  }

  /**
   * Whether it is known and equal to another value.
   *
   * @param other the other value
   * @return false where it is unknown
   */
  public boolean is(T other) {
    return other.equals(value);
  }

  /**
   * The value, or another one.
   *
   * @param other what to take where it is not known
   * @return a value
   */
  public T orElse(T other) {
    return value == null ? other : value;
  }

  /**
   * Makes something else of the value.
   *
   * @param <R> what it becomes
   * @param made how
   * @return that, or the same reason
   */
  public <R> Known<R> map(Function<T, R> made) {
    return value == null ? unknown(whyNot) : of(made.apply(value));
  }

  /**
   * For people.
   *
   * @return the value's text, or "unknown, because ..."
   */
  public String text() {
    return value == null ? "unknown, because " + whyNot : value.toString();
  }
}
