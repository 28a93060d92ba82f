// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.diagnostics.text.Nearest;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.tools.command.BadUsage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Makes one sentence of picocli's message about bad input. Messages that begin with a value that is
 * none end with a Java type, which says nothing to users; some have several lines, of which scripts
 * would read one. Those of {@link BadUsage} are sentences already, with a full stop.
 */
final class BadInput {

  private BadInput() {}

  static String sentence(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched.isUnknownOption()
          ? unknownOption(unmatched, command)
          : e.getCommandLine().getParent() == null
              ? unknownCommand(unmatched)
              : unexpected(unmatched, command);
    }
    if (e.getArgSpec() instanceof OptionSpec option && e.getValue() != null) {
      Class<?> type = option.isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
      if (type.isEnum()) {
        return wrongValue(option.longestName(), e.getValue(), type.getEnumConstants());
      }
      if (type == boolean.class || type == Boolean.class) {
        return option.longestName() + " takes no value.";
      }
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
    // Without its value: the name was mistyped, and a value may be long.
    String option = e.getUnmatched().get(0).replaceFirst("=.*", "");
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    List<String> known = new ArrayList<>(spec.optionsMap().keySet());
    known.addAll(spec.negatedOptionsMap().keySet());
    return String.valueOf(BadUsage.unknown("option", option, known, listing(command)).getMessage());
  }

  /** Lists all commands, because there are few. */
  private static String unknownCommand(UnmatchedArgumentException e) {
    Collection<String> commands = e.getCommandLine().getSubcommands().keySet();
    String word = e.getUnmatched().get(0);
    String question = Nearest.question(word, commands);
    return Formatted.of(
        "Unknown command '%s'%s commands are %s.",
        word, question.isEmpty() ? ": the" : question + " The", String.join(", ", commands));
  }

  private static String unexpected(UnmatchedArgumentException e, String command) {
    List<String> words = e.getUnmatched();
    boolean isCounter =
        e.getCommandLine().getCommandSpec().optionsMap().containsKey("--counter")
            && words.size() == 1
            && KnownCounters.has(words.get(0));
    return isCounter
        ? Formatted.of(
            "The command %s takes options only: write --counter %s.", command, words.get(0))
        : Formatted.of(
            "The command %s takes options only, not '%s'; %s",
            command, String.join("', '", words), listing(command));
  }

  private static String wrongValue(String option, String value, Object... constants) {
    List<String> known =
        Arrays.stream(constants)
            .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT))
            .toList();
    int last = known.size() - 1;
    String all = String.join(", ", known.subList(0, last)) + " or " + known.get(last);
    return Nearest.of(value.toLowerCase(Locale.ROOT), known)
        .map(near -> option + " '" + value + "': did you mean " + near + "? It is " + all + ".")
        .orElse(option + " must be " + all + ", not '" + value + "'.");
  }
}
