// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names the entries of the FAQ about what was printed above. */
public final class FaqPointer {

  /** The page, in the project's folder. */
  public static final String PAGE = "docs/faq.md";

  private FaqPointer() {}

  /**
   * Returns one line that names each value's entry once, in this order; none where nothing
   * occurred.
   */
  public static List<String> to(Collection<? extends Enum<?>> values) {
    Set<String> entries = new LinkedHashSet<>();
    for (Enum<?> value : values) {
      entries.add("#" + entry(value));
    }
    return entries.isEmpty() ? List.of() : List.of("see " + PAGE + String.join(", ", entries));
  }

  /**
   * Returns an entry's anchor, which is its heading, too, such as {@code no-pmu}. So renaming a
   * constant takes renaming a heading, and tests compare both.
   */
  public static String entry(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
