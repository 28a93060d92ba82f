// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.CpuCycles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands, and one sentence for whatever cannot be understood. */
@Command(
    name = "cyclecounter",
    description = "Finds the best cycle counter of this machine.",
    mixinStandardHelpOptions = true,
    versionProvider = Commands.Version.class,
    subcommands = {InfoCommand.class, ListCommand.class, DoctorCommand.class, WatchCommand.class})
final class Commands implements Runnable {

  @Spec CommandSpec spec;

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = new CommandLine(new Commands());
    try {
      for (Subcommand more : ServiceLoader.load(Subcommand.class, Main.class.getClassLoader())) {
        commands.addSubcommand(more.command());
      }
    } catch (ServiceConfigurationError e) {
      err.println("A subcommand cannot be loaded: " + e.getMessage());
    }
    commands.setOut(out).setErr(err);
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setParameterExceptionHandler(
        (e, args) -> {
          err.println(sentence(e));
          return 2;
        });
    return commands.execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing command: give one of "
            + String.join(", ", spec.subcommands().keySet())
            + ", or --help.");
  }

  private static String sentence(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched.isUnknownOption()
          ? unknownOption(unmatched, command)
          : e.getCommandLine().getParent() == null
              ? unknownCommand(unmatched)
              : "The command "
                  + command
                  + " takes options only, not "
                  + quoted(unmatched)
                  + lists(command);
    }
    String message =
        String.valueOf(e.getMessage())
            .replaceAll("\\s*\\R\\s*", " ")
            .strip()
            .replaceFirst(" is not a double$", " is not a number")
            .replaceFirst(" is not an? (long|int)$", " is not a whole number");
    return message.endsWith(".") ? message : message + lists(command);
  }

  private static String lists(String command) {
    return "; " + command + " --help lists all.";
  }

  private static String quoted(UnmatchedArgumentException e) {
    return "'" + String.join("', '", e.getUnmatched()) + "'";
  }

  private static String unknownOption(UnmatchedArgumentException e, String command) {
    String option = e.getUnmatched().get(0).replaceFirst("=.*", "");
    String nearest = Nearest.of(option, e.getCommandLine().getCommandSpec().optionsMap().keySet());
    return "Unknown option '"
        + option
        + "'"
        + (nearest.isEmpty() ? "" : ", did you mean " + nearest + "?")
        + (nearest.isEmpty() ? lists(command) : " " + command + " --help lists all.");
  }

  private static String unknownCommand(UnmatchedArgumentException e) {
    List<String> nearest = e.getSuggestions();
    return "Unknown command '"
        + e.getUnmatched().get(0)
        + "'"
        + (nearest.isEmpty() ? "" : ", did you mean " + nearest.get(0) + "?")
        + (nearest.isEmpty() ? ": the" : " The")
        + " commands are "
        + String.join(", ", e.getCommandLine().getSubcommands().keySet())
        + ".";
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "cyclecounter " + CpuCycles.version(),
        "libcpucycles " + org.cyclecounter.selector.report.Version.LIBCPUCYCLES
      };
    }
  }
}
