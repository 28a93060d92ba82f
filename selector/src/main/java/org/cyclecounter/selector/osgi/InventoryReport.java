package org.cyclecounter.selector.osgi;

import java.io.PrintWriter;
import java.util.Dictionary;
import java.util.Hashtable;
import org.apache.felix.inventory.Format;
import org.apache.felix.inventory.InventoryPrinter;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.report.Measurements;
import org.cyclecounter.selector.report.ReportJson;
import org.cyclecounter.selector.report.ReportTable;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/** The choice in Felix's inventory, as the Web Console and support archives show it. */
final class InventoryReport implements OptionalPart, InventoryPrinter {

  private @Nullable LiveSelection selection;

  @Override
  public void register(BundleContext context, LiveSelection live) {
    selection = live;
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
    LiveSelection live = selection;
    if (live == null) {
      throw new IllegalStateException("not registered");
    }
    try {
      SelectionReport report = live.report();
      CycleCounter counter = live.counter(report.implementation());
      if (Format.JSON.equals(format) && counter != null) {
        out.println(
            ReportJson.of(
                report, counter, Measurements.of(counter), live::counted, live::obstacle));
      } else {
        ReportTable.lines(report, live::obstacle).forEach(out::println);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
