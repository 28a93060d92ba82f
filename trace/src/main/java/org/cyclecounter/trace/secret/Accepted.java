// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Methods that may depend on the secret, by the names of class and method. */
final class Accepted {

  private Accepted() {}

  /** Takes CLASS#METHOD for CLASS.METHOD. */
  static Set<String> normalized(Set<String> names) {
    return names.stream()
        .map(name -> name.replace('#', '.'))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns a sentence for a name of no method, its class's own; empty if there is none.
   * Initialises no class. Not judged are names that begin with a dot, which are stubs', and of
   * hidden classes.
   */
  static String problem(Set<String> names, ClassLoader loader) {
    for (String name : names) {
      int dot = name.lastIndexOf('.');
      boolean isJudged = dot != 0 && !name.contains("$$");
      if (isJudged
          && (dot < 0 || !isMethod(name.substring(0, dot), name.substring(dot + 1), loader))) {
        return "The accepted '"
            + name
            + "' names no method: write CLASS.METHOD, such as java.security.MessageDigest.isEqual.";
      }
    }
    return "";
  }

  private static boolean isMethod(String type, String method, ClassLoader loader) {
    try {
      Method[] methods = Class.forName(type, false, loader).getDeclaredMethods();
      return method.startsWith("<")
          || Arrays.stream(methods).anyMatch(one -> one.getName().equals(method));
    } catch (ClassNotFoundException e) {
      return false;
    } catch (LinkageError e) {
      return true; // a class that it needs is missing here: the child JVM decides
    }
  }

  /** Returns the names that are in no frame of these stacks. */
  static Set<String> unmatched(Set<String> names, Stream<List<StackTraceElement>> stacks) {
    Set<String> unmatched = new HashSet<>(names);
    stacks.forEach(
        stack ->
            stack.forEach(
                line -> unmatched.remove(line.getClassName() + "." + line.getMethodName())));
    return unmatched;
  }
}
