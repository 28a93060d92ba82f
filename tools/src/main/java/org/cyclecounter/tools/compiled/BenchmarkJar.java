// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.zip.ZipFile;
import org.cyclecounter.instructions.count.Benchmarks;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.CommandFailure;

/** A JAR of JMH's benchmarks, and expressions for their names. */
final class BenchmarkJar {

  private static final String LIST = "META-INF/BenchmarkList";

  private final String jar;
  private final List<Pattern> names = new ArrayList<>();

  /** Refuses a file without JMH's list of benchmarks, and a bad expression. */
  BenchmarkJar(String jar, List<String> expressions) {
    this.jar = jar;
    if (!hasList(new File(jar))) {
      throw new BadUsage(
          "--jmh '%s' has no %s, which JMH's annotation processor writes.", jar, LIST);
    }
    for (String expression : expressions) {
      try {
        names.add(Pattern.compile(expression));
      } catch (PatternSyntaxException e) {
        throw new BadUsage("'%s' is no regular expression: %s.", expression, e.getDescription());
      }
    }
  }

  private boolean hasList(File file) {
    if (jar.isEmpty() || !file.exists()) { // Java 25 takes an empty path for this folder
      throw new BadUsage("--jmh '%s' does not exist: give a JAR or folder.", jar);
    }
    if (file.isDirectory()) {
      return new File(file, LIST).isFile();
    }
    try (ZipFile zip = new ZipFile(file)) {
      return zip.getEntry(LIST) != null;
    } catch (IOException e) {
      throw new BadUsage("--jmh '%s' cannot be read: %s.", jar, e);
    }
  }

  /**
   * Returns the benchmarks that match.
   *
   * @param classPath further folders and JARs; may be empty
   */
  List<Target> targets(String classPath, Duration limit) {
    try {
      String all = classPath.isEmpty() ? jar : jar + File.pathSeparator + classPath;
      return Benchmarks.list(all, names, limit);
    } catch (IllegalArgumentException e) {
      throw new BadUsage("%s", e.getMessage());
    } catch (CountFailure e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }
}
