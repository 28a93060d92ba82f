// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.io.PrintWriter;
import org.apache.felix.inventory.Format;
import org.apache.felix.inventory.InventoryPrinter;
import org.cyclecounter.diagnostics.output.FaqPointer;
import org.cyclecounter.diagnostics.output.ReportTable;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * The selection in Felix's inventory, as the Web Console and support archives show it.
 *
 * <p>Called on a thread of the console's or of an archive's writer, which may hold many printers'
 * output: it waits for a selection under way, but measures only for JSON, some 20 ms.
 */
record InventoryReport(ContainerSelection selection) implements InventoryPrinter {

  @Override
  public void print(PrintWriter out, Format format, boolean isZip) {
    try {
      Selected selected = selection.service().newest();
      if (Format.JSON.equals(format)) {
        out.println(LivePage.json(selected));
      } else {
        ReportTable.lines(selected, true).stream()
            .map(FaqPointer::inContainer)
            .forEach(out::println);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the report is left empty
    }
  }
}
