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
   * have, and for an unknown name. Names begin with the processor or the system.
   */
  public static String elsewhere(String name) {
    if (!has(name)) {
      return "";
    }
    Platform here = Platform.current();
    return switch (name.substring(0, Math.max(0, name.indexOf('-')))) {
      case "amd64" -> other("processors (x86-64)", here.processor(), "x86-64");
      case "x86" -> other("processors (32-bit x86)", here.processor(), "x86");
      case "arm64" -> other("processors (AArch64)", here.processor(), "aarch64");
      case "arm32" -> other("processors (32-bit Arm)", here.processor(), "arm", "armel");
      case "ppc64" -> other("processors (64-bit POWER)", here.processor(), "ppc64le", "ppc64");
      case "ppc32" -> other("processors (32-bit PowerPC)", here.processor(), "ppc");
      case "riscv64" -> other("processors (64-bit RISC-V)", here.processor(), "riscv64");
      case "riscv32" -> other("processors (32-bit RISC-V)", here.processor(), "riscv32");
      case "mips64" -> other("processors (MIPS64)", here.processor(), "mips64el", "mips64");
      case "s390x" -> other("processors (IBM Z)", here.processor(), "s390x");
      case "loong64" -> other("processors (LoongArch)", here.processor(), "loongarch64");
      case "sparc64" -> other("processors (SPARC)", here.processor(), "sparcv9");
      case "macos" -> other("systems (macOS)", here.os(), "darwin");
      case "windows" -> other("systems (Windows)", here.os(), "win32");
      default -> "";
    };
  }

  private static String other(String where, String here, String... places) {
    return List.of(places).contains(here) ? "" : "a counter of other " + where;
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
