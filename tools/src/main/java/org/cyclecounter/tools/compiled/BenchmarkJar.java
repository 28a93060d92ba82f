// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
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
import org.jspecify.annotations.Nullable;

/** A JAR of JMH's benchmarks, and expressions for their names. */
final class BenchmarkJar {

  private static final String LIST = "META-INF/BenchmarkList";

  private static final String JMH = "org/openjdk/jmh/Main.class";

  private final String option;
  private final String jar;
  private final List<Pattern> names = new ArrayList<>();
  private final @Nullable Pattern left;

  /**
   * Refuses a file without JMH's list of benchmarks, a class path without JMH, and a bad
   * expression.
   *
   * @param option the name of the option that has the JAR
   * @param excluded an expression for benchmarks that are left out; null for none
   * @param classPath searched behind the JAR and what its manifest names
   */
  BenchmarkJar(
      String option,
      String jar,
      List<String> expressions,
      @Nullable String excluded,
      ClassLoader classPath) {
    this.option = option;
    this.jar = jar;
    if (!hasList(new File(jar))) {
      throw new BadUsage(
          "%s '%s' has no %s, which JMH's annotation processor writes.", option, jar, LIST);
    }
    expressions.forEach(expression -> names.add(pattern(expression)));
    left = excluded == null ? null : pattern(excluded);
    try (URLClassLoader all =
        new URLClassLoader(new URL[] {new File(jar).toURI().toURL()}, classPath)) {
      if (all.getResource(JMH) == null) {
        throw new BadUsage(
            "%s '%s' has no JMH: name its JARs %s.",
            option,
            jar,
            option.equals("--jmh") ? "in --class-path" : "behind it, as in a class path");
      }
    } catch (IOException e) {
      throw new BadUsage("%s '%s' cannot be read: %s.", option, jar, e);
    }
  }

  /**
   * Returns the class path of a JAR, and of what it needs.
   *
   * @param further folders and JARs; may be empty
   */
  static String classPath(String jar, String further) {
    return further.isEmpty() ? jar : jar + File.pathSeparator + further;
  }

  private static Pattern pattern(String expression) {
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new BadUsage("'%s' is no regular expression: %s.", expression, e.getDescription());
    }
  }

  private boolean hasList(File file) {
    if (jar.isEmpty() || !file.exists()) { // Java 25 takes an empty path for this folder
      throw new BadUsage("%s '%s' does not exist: give a JAR or folder.", option, jar);
    }
    if (file.isDirectory()) {
      return new File(file, LIST).isFile();
    }
    try (ZipFile zip = new ZipFile(file)) {
      return zip.getEntry(LIST) != null;
    } catch (IOException e) {
      throw new BadUsage("%s '%s' cannot be read: %s.", option, jar, e);
    }
  }

  /**
   * Returns the benchmarks that match.
   *
   * @param classPath the JAR, and further folders and JARs
   * @param mayLack true if an expression may match none
   */
  List<Target> targets(String classPath, boolean mayLack, Duration limit) {
    try {
      List<Target> found =
          mayLack
              ? Benchmarks.find(classPath, names, limit)
              : Benchmarks.list(classPath, names, limit);
      return found.stream()
          .filter(target -> left == null || !left.matcher(target.name()).find())
          .toList();
    } catch (IllegalArgumentException e) {
      throw new BadUsage("%s", e.getMessage());
    } catch (CountFailure e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }
}
