// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.List;
import org.cyclecounter.tools.command.SelectingCommand;
import org.cyclecounter.tools.measure.MeasureCommand;
import org.cyclecounter.tools.measure.OverheadCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program with its subcommands; bad input gets one sentence that says what is wrong. */
@Command(
    name = "cyclecounter",
    description = "Finds the best cycle counter of this machine.",
    mixinStandardHelpOptions = true,
    versionProvider = SelectingCommand.Version.class,
    subcommands = {
      InfoCommand.class,
      ListCommand.class,
      DoctorCommand.class,
      WatchCommand.class,
      MeasureCommand.class,
      OverheadCommand.class
    })
final class Commands implements Runnable {

  @Spec CommandSpec spec;

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = new CommandLine(new Commands());
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
                  + " takes options only, not '"
                  + String.join("', '", unmatched.getUnmatched())
                  + "'; "
                  + listing(command);
    }
    String message =
        String.valueOf(e.getMessage())
            .replaceAll("\\s*\\R\\s*", " ")
            .strip()
            .replaceFirst(" is not a double$", " is not a number")
            .replaceFirst(" is not an? (long|int)$", " is not a whole number");
    return message.endsWith(".") ? message : message + "; " + listing(command);
  }

  private static String listing(String command) {
    return command + " --help lists all.";
  }

  private static String unknownOption(UnmatchedArgumentException e, String command) {
    String option = e.getUnmatched().get(0).replaceFirst("=.*", "");
    String nearest = Nearest.of(option, e.getCommandLine().getCommandSpec().optionsMap().keySet());
    String suggestion = nearest.isEmpty() ? "; " : ", did you mean " + nearest + "? ";
    return "Unknown option '" + option + "'" + suggestion + listing(command);
  }

  private static String unknownCommand(UnmatchedArgumentException e) {
    List<String> nearest = e.getSuggestions();
    return "Unknown command '"
        + e.getUnmatched().get(0)
        + "'"
        + (nearest.isEmpty() ? ": the" : ", did you mean " + nearest.get(0) + "? The")
        + " commands are "
        + String.join(", ", e.getCommandLine().getSubcommands().keySet())
        + ".";
  }
}
