// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** README's table: how many counters a family has, and how many of them have worked where. */
final class FamilyTable {

  private static final Pattern TITLE =
      Pattern.compile(
          "<description>Cycle counters (?:and clocks offered by|of) (.+?)(?: processors)?\\.<");

  private FamilyTable() {}

  /**
   * Makes a row for each family.
   *
   * @param root of a checkout
   * @param counters the rows of {@code docs/counters.md}
   */
  static List<String> rows(Path root, List<String> counters) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String family : PackagedCounters.families(root)) {
      Set<String> names = PackagedCounters.names(root, family);
      int all = 0;
      int hardware = 0;
      int emulation = 0;
      for (String counter : counters) {
        String[] cells = counter.split("\\|", -1);
        if (names.contains(cells[1].strip().replace("`", ""))) {
          all++;
          if (worked(cells, "hardware")) {
            hardware++;
          } else if (worked(cells, "system") || worked(cells, "user")) {
            emulation++;
          }
        }
      }
      rows.add("| %s | %d | %d | %d |".formatted(title(root, family), all, hardware, emulation));
    }
    return rows;
  }

  private static boolean worked(String[] cells, String state) {
    return cells[PackagedCounters.column(state)].contains(Result.RISES + ": ");
  }

  private static String title(Path root, String family) throws IOException {
    Matcher title = TITLE.matcher(Files.readString(root.resolve("counter-" + family + "/pom.xml")));
    return title.find() ? title.group(1) : family;
  }
}
