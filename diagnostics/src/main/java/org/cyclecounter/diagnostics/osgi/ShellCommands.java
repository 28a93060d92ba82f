// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.felix.service.command.Descriptor;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.doctor.DoctorText;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.output.FaqEntry;
import org.cyclecounter.diagnostics.output.FaqPointer;
import org.cyclecounter.diagnostics.output.InfoText;
import org.cyclecounter.diagnostics.output.ReportTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.diagnostics.text.Nearest;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.support.ProviderText;
import org.osgi.framework.BundleContext;

/**
 * Commands of scope {@code cyclecounter} for Gogo, which finds them by the service's properties.
 * They print to {@code System.out}, which is the session's while a command runs: what a command
 * returns is shown by interactive shells only, not by Karaf's client in batch mode. Gogo's {@code
 * help} reads the annotations; the commands' {@code --help} works in any shell. Public, because
 * Gogo calls them by reflection.
 *
 * <p>What a command throws is one line in the session: {@code gogo: IllegalArgumentException: ...},
 * and status 1 for Karaf's client. Registered as its class and not as an interface: Gogo looks for
 * methods of the names that the service's property has.
 */
public final class ShellCommands {

  private static final String[] FUNCTIONS = {
    "info", "list", "select", "sample", "doctor", "explain"
  };
  private static final String INFO =
      "Prints what libcpucycles's cpucycles-info does: the counter in use, with measurements.";
  private static final String LIST =
      "Prints a table of every counter that was considered, with the reason for its verdict.";
  private static final String SELECT = "Selects the best counter again and prints the new table.";
  private static final String SAMPLE =
      "Samples a counter for some 20 ms and prints the differences between adjacent readings.";
  private static final String DOCTOR =
      "Prints which better counters this machine could have, and the commands that enable them.";
  private static final String EXPLAIN = "Prints what a word in the output means, such as no-pmu.";
  private static final String TOPIC = "words that the lines 'see:' name; all unless given";
  private static final String ALL = "--all for counters of other operating systems, too";
  private static final String NO_ARGUMENT = "none; --help describes the command";
  private static final String NAME =
      "a counter's name, as cyclecounter:list prints it; the counter in use unless given";

  private final ContainerSelection selection;

  private ShellCommands(ContainerSelection selection) {
    this.selection = selection;
  }

  static void register(BundleContext context, ContainerSelection selection) {
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("osgi.command.scope", "cyclecounter");
    properties.put("osgi.command.function", FUNCTIONS);
    context.registerService(ShellCommands.class, new ShellCommands(selection), properties);
  }

  @Descriptor(INFO)
  public void info(@Descriptor(NO_ARGUMENT) String... arguments) throws Exception {
    run("info", INFO, arguments, () -> InfoText.lines(newest()));
  }

  @Descriptor(LIST)
  public void list(@Descriptor(ALL) String... arguments) throws Exception {
    boolean all = Arrays.asList(arguments).contains("--all");
    String[] others =
        Arrays.stream(arguments).filter(word -> !word.equals("--all")).toArray(String[]::new);
    run("list [--all]", LIST, others, () -> ReportTable.lines(newest(), all));
  }

  @Descriptor(SELECT)
  public void select(@Descriptor(NO_ARGUMENT) String... arguments) throws Exception {
    run("select", SELECT, arguments, () -> ReportTable.lines(selection.service().select(), false));
  }

  @Descriptor(SAMPLE)
  public void sample(@Descriptor(NAME) String... arguments) throws Exception {
    run("sample [NAME]", SAMPLE, arguments, () -> sampled(arguments));
  }

  @Descriptor(DOCTOR)
  public void doctor(@Descriptor(NO_ARGUMENT) String... arguments) throws Exception {
    run(
        "doctor",
        DOCTOR,
        arguments,
        () -> DoctorText.lines(Doctor.examine(newest(), MachineFacts.read())));
  }

  @Descriptor(EXPLAIN)
  public void explain(@Descriptor(TOPIC) String... arguments) throws Exception {
    run("explain [TOPIC]...", EXPLAIN, arguments, () -> explained(arguments));
  }

  private static List<String> explained(String... topics) {
    List<String> lines = new ArrayList<>();
    for (String topic : topics) {
      List<String> entry = FaqEntry.of(topic);
      if (entry.isEmpty()) {
        String question = Nearest.question(topic, FaqEntry.topics());
        throw new IllegalArgumentException(
            Formatted.of(
                "Unknown word '%s'%s cyclecounter:explain lists all.",
                topic, question.isEmpty() ? ";" : question));
      }
      lines.addAll(entry);
    }
    return lines.isEmpty() ? FaqEntry.topics() : lines;
  }

  private Selected newest() throws InterruptedException {
    return selection.service().newest();
  }

  private List<String> sampled(String... arguments) throws InterruptedException {
    Selected newest = newest();
    String name = arguments.length == 0 ? newest.report().implementation() : arguments[0];
    return InfoText.measured(name, InfoMeasurements.of(counter(name), newest.scoring()));
  }

  private CycleCounter counter(String name) {
    return selection
        .counter(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Formatted.of(
                        "No counter '%s' works here: %s do; cyclecounter:list says why others do"
                            + " not.",
                        name, String.join(", ", selection.names()))));
  }

  /** Runs a command, or prints its help; refuses more arguments than it takes. */
  private static void run(
      String usage, String description, String[] arguments, Callable<List<String>> command)
      throws Exception {
    boolean takesName = usage.endsWith(" [NAME]");
    int most = takesName ? 1 : usage.endsWith("...") ? Integer.MAX_VALUE : 0;
    if (Arrays.asList(arguments).contains("--help")) {
      print(List.of("Usage: cyclecounter:" + usage + " [--help]", description));
      print(takesName ? List.of("  NAME    " + NAME) : List.of());
      print(usage.endsWith("...") ? List.of("  TOPIC   " + TOPIC) : List.of());
      print(usage.contains("--all") ? List.of("  --all   prints all counters") : List.of());
      print(List.of("  --help  prints this"));
    } else if (arguments.length > most) {
      List<String> options =
          usage.contains("--all") ? List.of("--all", "--help") : List.of("--help");
      String question = Nearest.question(arguments[0], options);
      throw new IllegalArgumentException(
          takesName
              ? Formatted.of(
                  "cyclecounter:sample takes one counter's name, not %s; sample one after the"
                      + " other.",
                  Arrays.toString(arguments))
              : Formatted.of(
                  "cyclecounter:%s takes no argument '%s'%s --help describes it.",
                  usage.split(" ")[0], arguments[0], question.isEmpty() ? ";" : question));
    } else {
      print(command.call());
    }
  }

  private static void print(List<String> lines) {
    lines.forEach(line -> System.out.println(ProviderText.clean(FaqPointer.inContainer(line))));
  }
}
