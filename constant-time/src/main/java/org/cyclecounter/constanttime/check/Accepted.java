// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.lang.reflect.Method;
import java.util.Arrays;
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
   * Returns a sentence for a name that is no method which its class declares; empty if there is
   * none. Initialises no class. Names of stubs and libraries, which begin with a dot, and of hidden
   * classes are not judged.
   */
  static String problem(Set<String> names, ClassLoader loader) {
    for (String name : names) {
      int dot = name.lastIndexOf('.');
      boolean isJudged = !name.startsWith(".") && !name.contains("$$");
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

  /** Returns a name that is in no frame of these stacks; empty if there is none. */
  static String unmatched(Set<String> names, Stream<List<StackTraceElement>> stacks) {
    Set<String> seen =
        stacks
            .flatMap(List::stream)
            .map(line -> line.getClassName() + "." + line.getMethodName())
            .collect(Collectors.toSet());
    return names.stream().filter(name -> !seen.contains(name)).sorted().findFirst().orElse("");
  }
}
