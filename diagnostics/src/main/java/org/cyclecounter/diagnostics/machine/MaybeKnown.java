// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;

/**
 * A value, or why it is not known.
 *
 * <p>Nothing is taken for absent, off or zero because a file could not be read: a container, a
 * service or a security manager hides files, and a wrong "off" would be wrong advice.
 *
 * @param value the value; null where it is not known
 * @param reason why it is not known, as the end of "unknown, because ..."; empty where it is
 */
public record MaybeKnown<T>(@Nullable T value, String reason) {

  /** A value that is known. */
  public static <T> MaybeKnown<T> of(T value) {
    return new MaybeKnown<>(Objects.requireNonNull(value), "");
  }

  /** A value that is not known, with the end of "unknown, because ...". */
  public static <T> MaybeKnown<T> unknown(String because) {
    return new MaybeKnown<>(null, because);
  }

  public boolean isKnown() {
    return value != null;
  }

  /**
   * Returns whether it is known and equal to another value, so that {@code is("on")} and {@code
   * is("off")} are both false of what is not known.
   */
  public boolean is(T other) {
    return other.equals(value);
  }

  public T orElse(T other) {
    return value == null ? other : value;
  }

  /** Returns this if it is known, or else what comes next. */
  MaybeKnown<T> or(Supplier<MaybeKnown<T>> next) {
    return value == null ? next.get() : this;
  }

  /** Converts the value, or keeps the reason. */
  public <R> MaybeKnown<R> map(Function<T, R> conversion) {
    return value == null ? unknown(reason) : of(conversion.apply(value));
  }

  /** Converts a text to a number, or keeps the reason, or gives that for a text that is none. */
  <R> MaybeKnown<R> parse(Function<T, R> conversion, String noneReason) {
    try {
      return map(conversion);
    } catch (NumberFormatException e) {
      return unknown(noneReason);
    }
  }

  /** Reads a value of each name: those that are known, or else why the last one is not. */
  static <R> MaybeKnown<List<R>> each(
      MaybeKnown<List<String>> names, String noneReason, Function<String, MaybeKnown<R>> reader) {
    List<R> values = new ArrayList<>();
    String reason = names.isKnown() ? noneReason : names.reason();
    for (String name : names.orElse(List.of())) {
      MaybeKnown<R> known = reader.apply(name);
      if (known.value == null) {
        reason = known.reason;
      } else {
        values.add(known.value);
      }
    }
    return values.isEmpty() ? unknown(reason) : of(values);
  }

  /** For people: the value's text, or "unknown, because ..."; cleaned and shortened. */
  public String text() {
    return ProviderText.shorten(value == null ? "unknown, because " + reason : value.toString());
  }
}
