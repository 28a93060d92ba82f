// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.baseline.LineChange;
import org.cyclecounter.instructions.baseline.LineChange.Kind;

/**
 * A job of GitHub's Actions, which shows a summary, and errors at lines of the sources.
 *
 * @param environment the process's variables; without GitHub's nothing is shown
 * @param folder the current one, with the sources
 */
record GithubJob(Map<String, String> environment, Path folder) {

  private static final Set<Kind> OWN = EnumSet.of(Kind.CHANGED, Kind.ADDED, Kind.METHOD_ADDED);

  /**
   * Appends to the step's summary, if there is one. Returns why it could not; empty if it could.
   */
  String summarize(List<String> lines) {
    String file = environment.getOrDefault("GITHUB_STEP_SUMMARY", "");
    try {
      if (!file.isEmpty()) {
        Path unused =
            Files.write(
                folder.resolve(file), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
      return "";
    } catch (IOException | InvalidPathException e) {
      return Formatted.of("The summary GITHUB_STEP_SUMMARY cannot be written: %s.", e);
    }
  }

  /** Returns commands to the runner, an error for each changed line of a source in the folder. */
  List<String> errors(List<CountedOperation> all) {
    Map<String, String> errors = new LinkedHashMap<>(); // by place: several may share a line
    SourceFolders sources = null;
    for (CountedOperation counted : all) {
      Difference difference = counted.difference();
      if (difference == null || !"true".equals(environment.get("GITHUB_ACTIONS"))) {
        continue;
      }
      sources = sources == null ? SourceFolders.below(folder) : sources;
      for (LineChange change : changed(difference)) {
        StackTraceElement line = change.line().place();
        String file = sources.find(line);
        if (line.getLineNumber() > 0 && !file.isEmpty()) {
          String place = "file=" + property(file) + ",line=" + line.getLineNumber();
          String total =
              difference.isOfSomeCalls()
                  ? ", in some calls"
                  : Formatted.of("; %d in all, %d before", difference.is(), difference.was());
          String more =
              Formatted.of("%+d instructions%s%s", change.change(), change.remark(), total);
          errors.putIfAbsent(
              place,
              Formatted.of(
                  "::error %s,title=%s::%s",
                  place, property(counted.target().name()), escaped(more)));
        }
      }
    }
    return List.copyOf(errors.values());
  }

  /** Lines with other byte code; without one, those of a method that has. */
  private static List<LineChange> changed(Difference difference) {
    List<LineChange> own = new ArrayList<>(difference.first());
    own.removeIf(change -> !OWN.contains(change.kind()));
    List<LineChange> near = new ArrayList<>(difference.first());
    near.removeIf(change -> change.kind() != Kind.METHOD_CHANGED);
    return own.isEmpty() ? near : own;
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return escaped(text).replace(":", "%3A").replace(",", "%2C");
  }
}
