// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.HashMap;
import java.util.Map;

/**
 * The names of this project's counters on all machines, those of libcpucycles 20260901 first, in
 * its order: a resource that {@code build/support-table --counters} writes from the providers. Read
 * when first asked, which no first reading by the default settings does. Empty if the resource is
 * not found.
 */
public final class KnownCounters {

  /** The place behind all others. */
  private static final int NONE = Integer.MAX_VALUE;

  /** The places of those of libcpucycles. */
  private static final Map<String, Integer> PLACES = read();

  private KnownCounters() {}

  private static Map<String, Integer> read() {
    Map<String, Integer> places = new HashMap<>();
    for (String line : Version.resource("counters.tsv", "").split("\n")) {
      String[] cells = line.split("\t");
      places.put(cells[0], cells.length > 1 ? places.size() : NONE);
    }
    return places;
  }

  /** Returns true for the name of a counter that the project has on some machine. */
  public static boolean has(String name) {
    return PLACES.containsKey(name);
  }

  /** Returns true for the name of a counter that libcpucycles 20260901 has as well. */
  public static boolean isLibcpucycles(String name) {
    return place(name) < NONE;
  }

  /**
   * Returns the place of a counter in the order of libcpucycles 20260901, to be compared within its
   * family; last, and equal, for counters that it lacks.
   */
  public static int place(String name) {
    return PLACES.getOrDefault(name, NONE);
  }
}
