// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of commands that run a user's operations, one after another. */
public final class RunOptions {

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description =
          "Where the classes are, in addition to Java's own class path; DIR/* for all JARs of a"
              + " folder.")
  String classPath = "";

  @Option(names = "--json", description = "Print everything as JSON.")
  boolean json;

  @Option(
      names = "--stack-trace",
      description = "Print where an operation threw an exception, on the error stream.")
  boolean hasStackTrace;

  public String classPath() {
    return classPath;
  }

  /** Returns true if everything is to be printed as JSON. */
  public boolean isJson() {
    return json;
  }

  /**
   * Says why an operation failed, and prints the stack trace if it is wanted.
   *
   * @param trace the lines of the stack trace; none unless the operation threw
   */
  public void say(String sentence, List<String> trace, Progress line) {
    line.say(hasStackTrace || trace.isEmpty() ? sentence : withHint(sentence));
    if (hasStackTrace) {
      trace.forEach(line::print);
    }
  }

  /** Adds the option that prints more to the sentence about an operation that threw. */
  static String withHint(String sentence) {
    return sentence.replaceFirst("\\.?$", "; --stack-trace prints where.");
  }

  /**
   * Makes a loader that sees the operations' classes, on {@code --class-path}.
   *
   * <p>Its parent is Java's own class path: a class that is on both is the parent's. A folder's URL
   * ends with a slash, by which URLClassLoader knows folders; File.toURI adds it to a folder that
   * exists.
   */
  public URLClassLoader loader() {
    return loader("--class-path", classPath);
  }

  /** Makes a loader as {@link #loader()} does, for the class path of another option. */
  public static URLClassLoader loader(String option, String classPath) {
    List<URL> urls = new ArrayList<>();
    try {
      for (File file : files(option, classPath)) {
        urls.add(file.toURI().toURL());
      }
    } catch (MalformedURLException e) {
      throw new AssertionError("a file has a URL", e);
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getSystemClassLoader());
  }

  /** Returns the files and folders of a class path. */
  public static List<File> files(String option, String classPath) {
    List<File> files = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      files.addAll(filesOfEntry(option, entry));
    }
    return files;
  }

  /** Returns an entry's file or folder or, if it ends with an asterisk as java's, sorted JARs. */
  private static List<File> filesOfEntry(String option, String entry) {
    if (entry.isEmpty()) {
      return List.of();
    }
    if (!entry.equals("*") && !entry.endsWith("/*") && !entry.endsWith(File.separator + "*")) {
      File file = new File(entry);
      if (!file.exists()) {
        throw new BadUsage("%s entry '%s' does not exist.", option, entry);
      }
      if (file.isFile() && entry.endsWith(".class")) {
        throw new BadUsage(
            "%s entry '%s' is a class: give the folder in which its package begins.",
            option, entry);
      }
      return List.of(file);
    }
    File folder = new File(entry.equals("*") ? "." : entry.substring(0, entry.length() - 1));
    File[] jars = folder.listFiles((in, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
    if (jars == null || jars.length == 0) {
      throw new BadUsage(
          "%s entry '%s' has no JAR: %s.",
          option, entry, jars == null ? "there is no such folder" : "the folder has no file *.jar");
    }
    Arrays.sort(jars);
    return List.of(jars);
  }
}
