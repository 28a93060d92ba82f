// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.io.PrintWriter;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Optional;
import org.apache.felix.inventory.Format;
import org.apache.felix.inventory.InventoryPrinter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.report.ReportTable;
import org.osgi.framework.BundleContext;

/** The choice in Felix's inventory, as the Web Console and support archives show it. */
final class InventoryReport implements OptionalPart, InventoryPrinter {

  private final LiveSelection selection;

  InventoryReport(LiveSelection selection) {
    this.selection = selection;
  }

  @Override
  public void register(BundleContext context) {
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(InventoryPrinter.NAME, "cyclecounter");
    properties.put(InventoryPrinter.TITLE, "CycleCounter");
    properties.put(
        InventoryPrinter.FORMAT, new String[] {Format.TEXT.toString(), Format.JSON.toString()});
    context.registerService(InventoryPrinter.class, this, properties);
  }

  @Override
  public void print(PrintWriter out, Format format, boolean isZip) {
    try {
      SelectionReport report = selection.report();
      Optional<String> json =
          Format.JSON.equals(format) ? selection.services().json() : Optional.empty();
      if (json.isPresent()) {
        out.println(json.get());
      } else {
        ReportTable.lines(report, selection.services()::obstacle).forEach(out::println);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
