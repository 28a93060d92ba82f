// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.diagnostics.output.FaqEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParseResult;

/** The command lines of the documents are commands with options that exist; none is run. */
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final CommandLine COMMANDS = Main.commands();
  private static final Set<String> NAMES = COMMANDS.getSubcommands().keySet();

  /** One of the program's names and what follows, up to its end in the shell; a comment's is #. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)(?:^ *cyclecounter|bin/cyclecounter|-m org\\.cyclecounter\\.tools"
              + "|-jar \\S*cyclecounter-all\\.jar) ((?:--)?[a-z](?:[^|;&>#\n]|(?<=\\S)#)*)");

  /** In a block, or between the marks of code, where a line may end as in the text around it. */
  private static final Pattern CODE = Pattern.compile("(?s)```\\w*\n(.*?)```|`([^`]+)`");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** A whole command in a block or, in a sentence, perhaps a part without what it requires. */
  private record Line(String command, boolean isWhole) {}

  static Stream<Line> commands() throws IOException {
    List<Line> commands = new ArrayList<>();
    for (String folder : List.of(".", "docs", "docs/machines", "samples", ".github")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".md")).toList()) {
          addCommands(Files.readString(file), commands);
        }
      }
    }
    return commands.stream().distinct();
  }

  private static void addCommands(String text, List<Line> commands) {
    Matcher code = CODE.matcher(text);
    while (code.find()) {
      String block = code.group(1);
      String span = block == null ? code.group(2).replaceAll("\\s+", " ") : "";
      if (span.contains(" ") && NAMES.contains(span.split(" ")[0])) {
        commands.add(new Line(span, false));
      }
      COMMAND
          .matcher(block == null ? span : block.replace("\\\n", " "))
          .results()
          .forEach(found -> commands.add(new Line(found.group(1).strip(), block != null)));
    }
  }

  @Test
  void areFoundInBlocksAndInText() throws IOException {
    assertThat(commands().map(Line::command))
        .contains(
            "help no-pmu", "list", "info --json", "measure com.acme.Work#get --class-path classes");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void haveCommandsAndOptionsThatExist(Line line) {
    String[] words =
        WORD.matcher(line.command)
            .results()
            .map(word -> word.group(1) == null ? word.group() : word.group(1))
            .toArray(String[]::new);
    ParseResult parsed;
    try {
      parsed = COMMANDS.parseArgs(words).subcommand();
    } catch (MissingParameterException e) {
      assertThat(line.isWhole).as("%s: %s", line.command, e.getMessage()).isFalse();
      return;
    }
    if (parsed.commandSpec().name().equals("help")) {
      List<String> topics = parsed.matchedPositionalValue(0, List.of());
      List<String> known = new ArrayList<>(NAMES);
      known.addAll(FaqEntry.topics());
      assertThat(known).containsAll(topics);
    }
  }
}
