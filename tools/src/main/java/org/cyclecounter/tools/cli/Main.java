// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.diagnostics.output.FaqEntry;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.BaseCommand;
import org.cyclecounter.tools.command.CommandOutput;
import org.cyclecounter.tools.command.CommandStreams;
import org.cyclecounter.tools.compiled.ConstantTimeCommand;
import org.cyclecounter.tools.compiled.InstructionsCommand;
import org.cyclecounter.tools.measure.MeasureCommand;
import org.cyclecounter.tools.measure.OverheadCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line's entry, with its subcommands; bad input gets one sentence that says what is
 * wrong.
 *
 * <p>Statuses: 0; 1 where a counter asked for does not work, an operation fails, the doctor knows
 * something better, or the output cannot be written, unless its reader closed the pipe; 2 for bad
 * input, such as a file in a folder that does not exist. The JVM's own for a process that a signal
 * ends are 128 and the signal's number: 130 for SIGINT (Ctrl-C), 143 for SIGTERM.
 *
 * <p>Hazard: picocli makes the commands by reflection. Their packages are open to it in
 * module-info, and native images need each of them in reachability-metadata.json.
 */
@Command(
    name = "cyclecounter",
    description = "Finds the best cycle counter of this machine.",
    subcommands = {
      InfoCommand.class,
      ListCommand.class,
      DoctorCommand.class,
      WatchCommand.class,
      MeasureCommand.class,
      OverheadCommand.class,
      InstructionsCommand.class,
      ConstantTimeCommand.class,
      HelpCommand.class
    })
public final class Main extends BaseCommand {

  private Main() {}

  /**
   * Runs a command and ends the process with its status: 0, 1 where a counter asked for cannot be
   * used or the output cannot be written, 2 for bad input.
   *
   * @param arguments a command and its options; {@code --help} lists them
   */
  @SuppressWarnings("DefaultCharset") // the terminal's
  public static void main(String[] arguments) {
    PrintWriter out = new CommandOutput();
    PrintWriter err = new PrintWriter(System.err, true);
    int status = run(out, err, arguments);
    // A PrintWriter throws nothing: a closed pipe or a full disk shows here, or not at all.
    // Flushes, too.
    if (out.checkError() && !isPipe()) {
      err.println("The output cannot be written: it is closed, or the disk is full.");
      status = status == 0 ? 1 : status;
    }
    // Also ends threads that are no daemons, which measured code may have started and left.
    System.exit(status);
  }

  /**
   * Returns true if the output is a pipe, proc(5): if it is closed, its reader, such as head(1),
   * has had enough, and the status is the result's.
   */
  private static boolean isPipe() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // another system
    }
  }

  /**
   * Runs a command line; called once by a process, on its main thread. What a command throws
   * besides bad input and a failure is a defect: picocli prints its stack trace and returns 1.
   *
   * <p>picocli's own handler of bad input prints a screenful of usage behind its message, below
   * which the message scrolls away; one sentence and a pointer to {@code --help} take its place.
   */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = commands();
    commands.setOut(out).setErr(err);
    commands
        .getCommandSpec()
        .usageMessage()
        .footer("", "Words that help explains:", String.join(", ", FaqEntry.topics()));
    commands.setParameterExceptionHandler(
        (e, args) -> {
          CommandStreams.say(err, BadInput.sentence(e));
          return 2;
        });
    return commands.execute(arguments);
  }

  /**
   * Makes the commands and their options. Names of enums are written in lower case in the documents
   * and in upper case in Java: either is taken.
   */
  static CommandLine commands() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  protected int run() {
    throw new BadUsage(
        "Missing command: give one of %s, or --help.",
        String.join(", ", spec.subcommands().keySet()));
  }
}
