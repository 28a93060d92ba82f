// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.cyclecounter.tools.text.Formatted;

/** Finds mistakes in the names of operations, with the same sentences for all commands. */
public final class OperationClass {

  private OperationClass() {}

  /**
   * Checks that a class can be an operation, without initialising it.
   *
   * @param type the interface that it has to implement
   * @return one sentence; empty if it can be an operation
   */
  public static String problem(String name, ClassLoader loader, Class<?> type) {
    try {
      Class<?> found = Class.forName(name, false, loader);
      if (!type.isAssignableFrom(found)) {
        return Formatted.of("The class %s has to implement %s.", name, type.getName());
      }
      boolean isConstructed =
          Arrays.stream(found.getDeclaredConstructors())
              .anyMatch(constructor -> constructor.getParameterCount() == 0);
      return isConstructed && !Modifier.isAbstract(found.getModifiers())
          ? ""
          : Formatted.of(
              "The class %s needs a constructor without parameters, and cannot be abstract.", name);
    } catch (ClassNotFoundException e) {
      return missing(name, loader, false);
    } catch (LinkageError e) {
      return Formatted.of("The class '%s' cannot be loaded: %s.", name, e);
    }
  }

  /**
   * Returns a sentence for a class that was not found, with a proposal: a method is written as
   * CLASS#METHOD, not CLASS.METHOD or CLASS::METHOD, and a package with dots.
   *
   * @param takesMethods true for CLASS#METHOD, false for a class alone
   */
  public static String missing(String name, ClassLoader loader, boolean takesMethods) {
    String dotted = name.replace("::", "#").replace('/', '.');
    int hash = dotted.indexOf('#');
    int end = hash < 0 ? dotted.lastIndexOf('.') : hash;
    String meant = "";
    if (hash < 0 && isClass(dotted, loader)) {
      meant = "write " + dotted;
    } else if (end > 0 && isClass(dotted.substring(0, end), loader)) {
      String type = dotted.substring(0, end);
      meant =
          takesMethods
              ? "write " + type + "#" + dotted.substring(end + 1)
              : "it takes a class: write " + type;
    }
    return Formatted.of(
        "No class '%s' was found: %s.",
        takesMethods && name.indexOf('#') >= 0 ? name.substring(0, name.indexOf('#')) : name,
        meant.isEmpty() ? "give its full name, and its folder or JAR with --class-path" : meant);
  }

  private static boolean isClass(String name, ClassLoader loader) {
    try {
      Class<?> unused = Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
