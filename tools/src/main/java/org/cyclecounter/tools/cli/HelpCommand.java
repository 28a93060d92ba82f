// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.output.FaqEntry;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.BaseCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the help of commands, as picocli's own command does, and the entries of the FAQ. */
@Command(
    name = "help",
    helpCommand = true,
    description = "Print the help of a command, or what a word in the output means.")
final class HelpCommand extends BaseCommand {

  @Parameters(
      paramLabel = "TOPIC",
      arity = "0..*",
      description = "A command, or a word such as no-pmu; all commands and words unless given.")
  List<String> topics = new ArrayList<>();

  @Override
  protected int run() {
    CommandLine all = spec.commandLine().getParent();
    if (topics.isEmpty()) {
      all.usage(out());
    }
    for (String topic : topics) {
      CommandLine command = all.getSubcommands().get(topic);
      List<String> entry = FaqEntry.of(topic);
      if (command != null) {
        command.usage(out());
      } else if (entry.isEmpty()) {
        List<String> known = new ArrayList<>(all.getSubcommands().keySet());
        known.addAll(FaqEntry.topics());
        throw BadUsage.unknown("command or topic", topic, known, "cyclecounter help lists all.");
      } else {
        print(entry);
      }
    }
    return 0;
  }
}
