// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.diagnostics.text.Formatted;

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
        return Formatted.of(
            "The class %s must implement %s%s.",
            name,
            type.getName(),
            type.equals(Callable.class) ? "; measure takes any static method" : "");
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
      return unloadable(name, "", loader, e);
    }
  }

  /**
   * Returns a sentence for a class that is there and cannot be loaded.
   *
   * @param method that was named; empty for none
   */
  public static String unloadable(
      String name, String method, ClassLoader loader, LinkageError error) {
    Optional<SimilarClass> meant = SimilarClass.ofError(error, name, loader);
    Path file = SimilarClass.file(name, loader);
    if (meant.isPresent()) {
      return Formatted.of(
          "The class '%s' is %s: write %s.", name, meant.get().name(), meant.get().words(method));
    }
    boolean isDamaged =
        error instanceof ClassFormatError && !(error instanceof UnsupportedClassVersionError);
    return isDamaged && file != null
        ? Formatted.of(
            "The class file %s is damaged (%s): compile it again.",
            SimilarClass.shown(file), error.getMessage())
        : Formatted.of("The class '%s' cannot be loaded: %s.", name, error);
  }

  /**
   * Returns a sentence for a class that was not found, with a proposal: a method is written as
   * CLASS#METHOD, not CLASS.METHOD or CLASS::METHOD, and a package with dots.
   *
   * @param takesMethods true for CLASS#METHOD, false for a class alone
   */
  public static String missing(String name, ClassLoader loader, boolean takesMethods) {
    int methodAt = name.indexOf('#');
    String type = methodAt < 0 ? name : name.substring(0, methodAt);
    String method = methodAt < 0 || !takesMethods ? "" : name.substring(methodAt + 1);
    Optional<SimilarClass> ofFile = SimilarClass.ofFile(type);
    if (ofFile.isPresent()) {
      return Formatted.of("'%s' is a file: write %s.", type, ofFile.get().words(method));
    }
    Path file = SimilarClass.file(type, loader);
    if (file != null && !Files.isReadable(file)) {
      return Formatted.of(
          "The class file %s cannot be read: Permission denied.", SimilarClass.shown(file));
    }
    String dotted = name.replace("::", "#").replace('/', '.');
    int hash = dotted.indexOf('#');
    int end = hash < 0 ? dotted.lastIndexOf('.') : hash;
    String meant = "";
    if (hash < 0 && isClass(dotted, loader)) {
      meant = "write " + dotted;
    } else if (end > 0 && isClass(dotted.substring(0, end), loader)) {
      String found = dotted.substring(0, end);
      meant =
          takesMethods
              ? "write " + found + "#" + dotted.substring(end + 1)
              : "it takes a class: write " + found;
    } else {
      meant =
          SimilarClass.ofSimpleName(type, loader)
              .map(found -> "write " + found.words(method))
              .orElse("");
    }
    return Formatted.of(
        "No class '%s' was found: %s.",
        takesMethods ? type : name,
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
