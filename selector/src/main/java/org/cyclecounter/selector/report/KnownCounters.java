// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.nativelib.Platform;

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

  /** The first words of names that are a processor's or a system's, and those of Platform. */
  private static final String ELSEWHERE =
      "amd64=x86-64 x86=x86 arm64=aarch64 arm32=arm,armel ppc64=ppc64le,ppc64 ppc32=ppc"
          + " riscv64=riscv64 riscv32=riscv32 mips64=mips64el,mips64 s390x=s390x"
          + " loong64=loongarch64 sparc64=sparcv9 macos=darwin windows=win32";

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

  /**
   * Says that a counter is of other processors or systems; empty for one that this machine may
   * have, and for an unknown name.
   */
  public static String elsewhere(String name) {
    for (String place : has(name) ? ELSEWHERE.split(" ") : new String[0]) {
      String label = place.substring(0, place.indexOf('='));
      List<String> platforms = List.of(place.substring(label.length() + 1).split(","));
      Platform here = Platform.current();
      if (name.startsWith(label + "-")
          && !platforms.contains(here.processor())
          && !platforms.contains(here.os())) {
        boolean isOfSystem = name.startsWith("macos-") || name.startsWith("windows-");
        return "a counter of other " + (isOfSystem ? "systems (" : "processors (") + label + ")";
      }
    }
    return "";
  }

  /** Lists the counters {@link #elsewhere}, but for those that are listed already, by name. */
  public static List<String> elsewhere(Collection<String> listed) {
    List<String> names = new ArrayList<>(PLACES.keySet());
    names.removeIf(name -> listed.contains(name) || elsewhere(name).isEmpty());
    names.sort(null);
    return names;
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
