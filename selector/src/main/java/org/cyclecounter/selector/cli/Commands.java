package org.cyclecounter.selector.cli;

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
    subcommands = {InfoCommand.class, ListCommand.class})
final class Commands implements Runnable {

  @Spec CommandSpec spec;

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = new CommandLine(new Commands());
    try {
      for (Subcommand more : ServiceLoader.load(Subcommand.class, Main.class.getClassLoader())) {
        commands.addSubcommand(more.command());
      }
    } catch (ServiceConfigurationError e) {
      err.println("A further command cannot be loaded: " + e.getMessage());
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
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && e.getCommandLine().getParent() == null) {
      return unknownCommand(unmatched);
    }
    String message = e.getMessage().replaceAll("\\s*\\R\\s*", " ").strip();
    if (message.endsWith(".")) {
      return message;
    }
    return message
        + "; "
        + e.getCommandLine().getCommandSpec().qualifiedName()
        + " --help lists all.";
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
      return new String[] {"cyclecounter " + CpuCycles.version()};
    }
  }
}
