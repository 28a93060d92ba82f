package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.report.InfoText;
import org.cyclecounter.selector.report.Measurements;
import org.cyclecounter.selector.report.ReportTable;
import org.osgi.framework.BundleContext;

/**
 * Commands of scope {@code cyclecounter} for Gogo, which finds them by the service's properties and
 * prints what they give. Public, because Gogo calls them by reflection.
 */
public final class ShellCommands {

  private final LiveSelection selection;

  private ShellCommands(LiveSelection selection) {
    this.selection = selection;
  }

  static void register(BundleContext context, LiveSelection selection) {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("osgi.command.scope", "cyclecounter");
    properties.put("osgi.command.function", new String[] {"info", "list", "select", "measure"});
    context.registerService(ShellCommands.class, new ShellCommands(selection), properties);
  }

  /**
   * The lines of libcpucycles's {@code cpucycles-info}.
   *
   * @return of the counter in use, with measurements
   * @throws InterruptedException if the thread is interrupted
   */
  public String info() throws InterruptedException {
    SelectionReport report = selection.report();
    return text(InfoText.lines(report, Measurements.of(counter(report.implementation()))));
  }

  /**
   * Every counter that was looked at, with its reason.
   *
   * @return a table
   * @throws InterruptedException if the thread is interrupted
   */
  public String list() throws InterruptedException {
    return text(ReportTable.lines(selection.report()));
  }

  /**
   * Chooses anew.
   *
   * @return the new table
   * @throws InterruptedException if the thread is interrupted
   */
  public String select() throws InterruptedException {
    return text(ReportTable.lines(selection.select()));
  }

  /**
   * Measures the counter in use, for some 20 ms.
   *
   * @return the differences between adjacent readings, and the frequencies seen
   * @throws InterruptedException if the thread is interrupted
   */
  public String measure() throws InterruptedException {
    return measure(selection.report().implementation());
  }

  /**
   * Measures any counter that works, for some 20 ms.
   *
   * @param name its name
   * @return the differences between adjacent readings, and the frequencies seen
   * @throws InterruptedException if the thread is interrupted
   */
  public String measure(String name) throws InterruptedException {
    selection.report();
    return text(InfoText.measured(name, Measurements.of(counter(name))));
  }

  private CycleCounter counter(String name) {
    CycleCounter counter = selection.counter(name);
    if (counter == null) {
      throw new IllegalArgumentException(
          "No counter '"
              + name
              + "' works here: "
              + String.join(", ", selection.names())
              + " do; cyclecounter:list says why others do not.");
    }
    return counter;
  }

  private static String text(List<String> lines) {
    return String.join(System.lineSeparator(), lines);
  }
}
