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
 * Commands of scope {@code cyclecounter} for Gogo, which finds them by the service's properties.
 * They print to {@code System.out}, which is the session's while a command runs: what a command
 * returns is shown by interactive shells only, not by Karaf's client in batch mode. Public, because
 * Gogo calls them by reflection.
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
   * Prints the lines of libcpucycles's {@code cpucycles-info}: the counter in use, with
   * measurements.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void info() throws InterruptedException {
    SelectionReport report = selection.report();
    print(InfoText.lines(report, Measurements.of(counter(report.implementation()))));
  }

  /**
   * Prints a table of every counter that was looked at, with its reason.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void list() throws InterruptedException {
    print(ReportTable.lines(selection.report()));
  }

  /**
   * Chooses anew, and prints the new table.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void select() throws InterruptedException {
    print(ReportTable.lines(selection.select()));
  }

  /**
   * Measures the counter in use, for some 20 ms, and prints the differences between adjacent
   * readings, and the frequencies seen.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void measure() throws InterruptedException {
    measure(selection.report().implementation());
  }

  /**
   * Measures any counter that works, for some 20 ms, and prints the same.
   *
   * @param name its name
   * @throws InterruptedException if the thread is interrupted
   */
  public void measure(String name) throws InterruptedException {
    selection.report();
    print(InfoText.measured(name, Measurements.of(counter(name))));
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

  private static void print(List<String> lines) {
    System.out.println(String.join(System.lineSeparator(), lines));
  }
}
