package org.cyclecounter.selector.osgi;

import java.io.PrintWriter;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Optional;
import org.apache.felix.inventory.Format;
import org.apache.felix.inventory.InventoryPrinter;
import org.cyclecounter.SelectionReport;
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
      Optional<String> json =
          Format.JSON.equals(format) ? live.services().json() : Optional.empty();
      if (json.isPresent()) {
        out.println(json.get());
      } else {
        ReportTable.lines(report, live.services()::obstacle).forEach(out::println);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
