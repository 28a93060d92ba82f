// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.HashMap;
import java.util.Map;

/**
 * The names of this project's counters on all machines, and which of them libcpucycles 20260901
 * has: a resource that {@code build/support-table --counters} writes from the providers. Read when
 * first asked, which no first reading by the default settings does. Empty where a security manager
 * hides it.
 */
public final class KnownCounters {

  /** True for those of libcpucycles. */
  private static final Map<String, Boolean> NAMES = read();

  private KnownCounters() {}

  private static Map<String, Boolean> read() {
    Map<String, Boolean> names = new HashMap<>();
    for (String line : Version.resource("counters.tsv", "").split("\n")) {
      String[] cells = line.split("\t");
      names.put(cells[0], cells.length > 1);
    }
    return names;
  }

  /** Returns true for the name of a counter that the project has on some machine. */
  public static boolean has(String name) {
    return NAMES.containsKey(name);
  }

  /** Returns true for the name of a counter that libcpucycles 20260901 has as well. */
  public static boolean isLibcpucycles(String name) {
    return NAMES.getOrDefault(name, false);
  }
}
