// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.diagnostics.page.Group.Member;
import org.cyclecounter.diagnostics.svg.Element;

/**
 * All numbers about the costs of operations. Columns about bytes are left out if no operation has a
 * size, and ratios if there is nothing to compare with.
 */
record CostsTable(Groups groups) {

  Element element() {
    Table<Member> table =
        new Table<Member>("counters costs").column("Operation", "name", CostsSection::name);
    boolean hasBytes = groups.hasBytes();
    if (hasBytes) {
      table.column("Bytes", "", each -> bytes(each.operation().bytes()));
    }
    table
        .column("Runs", "", CostsTable::runs)
        .column(
            "Median", "", each -> Numbers.cost(each.cost().median().median()) + " " + groups.unit())
        .column("99 % interval", "", each -> Numbers.costs(each.cost().median()))
        .column(
            "Smallest",
            "",
            each -> Numbers.cost(Arrays.stream(each.cost().array()).min().orElse(0)))
        .column("Stabilised quartiles", "", CostsTable::quartiles);
    if (hasBytes) {
      table.column("Per byte", "", this::costOfByte);
    }
    table.column("Time", "", each -> Numbers.cost(each.operation().nanoseconds().median()) + " ns");
    if (!groups.others().isEmpty()) {
      String first = groups.isOne() ? "the first" : "the first of its size";
      table
          .column("Ratio to " + first, "", this::ratio)
          .column("99 % interval of the ratio", "", this::verdict);
    }
    String caption =
        "Costs of one operation. The true median lies within the interval with a probability of"
            + " 99 %.";
    List<Element> rows = groups.members().stream().map(table::row).toList();
    return table.of(rows, Element.of("caption", caption));
  }

  private static String bytes(long bytes) {
    return bytes == 0 ? "-" : Numbers.integer(bytes);
  }

  /** Says how many runs count, and how many were disturbed. */
  private static String runs(Member member) {
    MeasuredOperation operation = member.operation();
    int counted = member.cost().values().size();
    return operation.disturbed() == 0
        ? Integer.toString(counted)
        : operation.disturbed() == counted
            ? counted + ", all disturbed"
            : counted + " of " + operation.timings().size() + ", the others disturbed";
  }

  private static String quartiles(Member member) {
    StabilizedQuartiles quartiles = StabilizedQuartiles.of(member.cost().array());
    return Stream.of(quartiles.first(), quartiles.second(), quartiles.third())
        .map(Numbers::cost)
        .collect(Collectors.joining(", "));
  }

  private String costOfByte(Member member) {
    return member.operation().bytes() == 0
        ? "-"
        : Numbers.cost(CostsSection.perByte(member).median().median()) + " " + groups.unit();
  }

  private String ratio(Member member) {
    return groups.isFirst(member) ? "1" : Numbers.ratio(member.ratio().median().median());
  }

  private String verdict(Member member) {
    MedianInterval ratio = member.ratio().median();
    return groups.isFirst(member)
        ? "the first"
        : Double.isNaN(ratio.median())
            ? "unknown"
            : Numbers.ratios(ratio) + (CostsSection.isNoise(ratio) ? ", within noise" : "");
  }
}
