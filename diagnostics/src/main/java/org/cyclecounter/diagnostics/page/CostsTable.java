// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.diagnostics.page.Costs.OperationCost;
import org.cyclecounter.diagnostics.svg.Element;

/**
 * All numbers about the costs of operations. Columns about bytes are left out if no operation has a
 * size, and ratios if there is nothing to compare with.
 */
record CostsTable(Costs costs) {

  Element element() {
    Table<OperationCost> table =
        new Table<OperationCost>("counters costs")
            .column("Operation", "name", each -> PageElements.parts(CostsSection.name(each)));
    boolean hasBytes = costs.hasBytes();
    if (hasBytes) {
      table.column("Bytes", "", each -> bytes(each.operation().bytes()));
    }
    table
        .column("Runs", "", CostsTable::runs)
        .column(
            "Median, " + costs.unit(),
            "",
            each -> RoundedNumbers.digits(each.runs().median().median()))
        .column(
            "99 % interval",
            "", each -> RoundedNumbers.range(each.runs().median(), RoundedNumbers::digits))
        .column(
            "Smallest",
            "",
            each -> RoundedNumbers.digits(Arrays.stream(each.runs().array()).min().orElse(0)))
        .column("Stabilised quartiles", "", CostsTable::quartiles);
    if (hasBytes) {
      table.column("Per byte, " + costs.unit(), "", CostsTable::costOfByte);
    }
    table.column(
        "Time, ns", "", each -> RoundedNumbers.digits(each.operation().nanoseconds().median()));
    if (!costs.others().isEmpty()) {
      String first = costs.isOneSize() ? "the first" : "the first of its size";
      table
          .column("Ratio to " + first, "", CostsTable::ratio)
          .column("99 % interval of the ratio", "", CostsTable::verdict);
    }
    String caption =
        "Costs of one operation. The true median lies within the interval with a probability of"
            + " 99 %.";
    List<Element> rows = costs.operations().stream().map(table::row).toList();
    return table.of(rows, Element.of("caption", caption));
  }

  private static String bytes(long bytes) {
    return bytes == 0 ? "-" : RoundedNumbers.integer(bytes);
  }

  /** Says how many runs count, and how many were disturbed. */
  private static String runs(OperationCost cost) {
    MeasuredOperation operation = cost.operation();
    int counted = cost.runs().values().size();
    return operation.disturbed() == 0
        ? Integer.toString(counted)
        : operation.disturbed() == counted
            ? counted + ", all disturbed"
            : counted + " of " + operation.timings().size() + ", the others disturbed";
  }

  private static String quartiles(OperationCost cost) {
    StabilizedQuartiles quartiles = StabilizedQuartiles.of(cost.runs().array());
    return Stream.of(quartiles.first(), quartiles.second(), quartiles.third())
        .map(RoundedNumbers::digits)
        .collect(Collectors.joining(", "));
  }

  private static String costOfByte(OperationCost cost) {
    return cost.operation().bytes() == 0
        ? "-"
        : RoundedNumbers.digits(CostsSection.perByte(cost).median().median());
  }

  private static String ratio(OperationCost cost) {
    return cost.isFirst() ? "1" : RoundedNumbers.ratio(cost.ratios().median().median());
  }

  private static String verdict(OperationCost cost) {
    MedianInterval ratio = cost.ratios().median();
    return cost.isFirst()
        ? "the first"
        : Double.isNaN(ratio.median())
            ? "unknown"
            : RoundedNumbers.range(ratio, RoundedNumbers::ratio)
                + (CostsSection.isNoise(ratio) ? ", within noise" : "");
  }
}
