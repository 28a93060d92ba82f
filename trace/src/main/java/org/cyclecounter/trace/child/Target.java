// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An operation, and how a child JVM counts it.
 *
 * @param name of its class; of a benchmark also its parameters
 * @param obstacle why it cannot be counted, one sentence; empty if it can
 * @param classPath folders and JARs to search beside this process's class path and module path; may
 *     be empty
 * @param program the program that counts it
 * @param arguments of the program that say what to count
 * @param operations of a call, by {@code @OperationsPerInvocation}
 * @param conditions of its count beside those of every operation; empty for none
 */
public record Target(
    String name,
    String obstacle,
    String classPath,
    ChildProgram program,
    List<String> arguments,
    int operations,
    String conditions) {

  /** Returns a class that implements Callable. */
  public static Target ofClass(String name, String classPath) {
    return new Target(name, "", classPath, ChildProgram.COUNTING, List.of(name), 1, "");
  }

  /** Returns all but the class path in one line. */
  public String line() {
    return Stream.of(
            List.of(name, obstacle, program.main(), Integer.toString(operations), conditions),
            program.options(),
            program.hints(),
            arguments)
        .map(words -> words.stream().map(Target::encoded).collect(Collectors.joining(" ")))
        .collect(Collectors.joining("\t"));
  }

  /** Reads what {@link #line} has returned; the class path is searched first. */
  static Target of(String line, String classPath) {
    List<List<String>> fields = Arrays.stream(line.split("\t", -1)).map(Target::words).toList();
    List<String> own = fields.get(0);
    return new Target(
        own.get(0),
        own.get(1),
        classPath,
        new ChildProgram(List.of(), fields.get(1), fields.get(2), own.get(2), true),
        fields.get(3),
        Integer.parseInt(own.get(3)),
        own.get(4));
  }

  /** Marks the beginning of a word, so that an empty one is one. */
  private static String encoded(String word) {
    return '=' + URLEncoder.encode(word, StandardCharsets.UTF_8);
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(" "))
        .filter(word -> !word.isEmpty())
        .map(word -> URLDecoder.decode(word.substring(1), StandardCharsets.UTF_8))
        .toList();
  }
}
