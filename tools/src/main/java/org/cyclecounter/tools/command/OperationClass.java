// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.tools.command.OperationMethod.Shape;

/** Finds mistakes in the names of operations, and refuses them in one manner for all commands. */
public final class OperationClass {

  private OperationClass() {}

  /**
   * Refuses a name of no operation, without initialising its class.
   *
   * @param name CLASS or CLASS#METHOD
   * @param type the interface that a class has to implement
   * @param shape the parameters of a method
   */
  public static void check(String name, ClassLoader loader, Class<?> type, Shape shape) {
    int hash = name.indexOf('#');
    String className = hash < 0 ? name : name.substring(0, hash);
    String method = hash < 0 ? "" : name.substring(hash + 1);
    try {
      Class<?> found = Class.forName(className, false, loader);
      if (hash >= 0) {
        checkResult(OperationMethod.of(found, method, shape), shape);
      } else {
        check(found, type);
      }
    } catch (ClassNotFoundException e) {
      throw missing(name, loader);
    } catch (LinkageError e) {
      throw unloadable(className, method, loader, e);
    }
  }

  private static void check(Class<?> found, Class<?> type) {
    if (!type.isAssignableFrom(found)) {
      throw new BadUsage(
          "The class %s must implement %s; a static method is named as CLASS#METHOD.",
          found.getName(), type.getName());
    }
    boolean isConstructed =
        Arrays.stream(found.getDeclaredConstructors())
            .anyMatch(constructor -> constructor.getParameterCount() == 0);
    if (!isConstructed || Modifier.isAbstract(found.getModifiers())) {
      throw new BadUsage(
          "The class %s needs a constructor without parameters, and cannot be abstract.",
          found.getName());
    }
  }

  /** Refuses a result that is no public number: a check looks at what made it. */
  private static void checkResult(OperationMethod method, Shape shape) {
    Class<?> result = method.handle().type().returnType();
    boolean isNumber =
        result.isPrimitive() && !List.of(void.class, float.class, double.class).contains(result);
    if (shape == Shape.SECRET && !isNumber) {
      throw new BadUsage(
          "The method %s returns %s: return an integer or a boolean that depends on all the work"
              + " and is public.",
          method.label(), result.equals(void.class) ? "nothing" : result.getSimpleName());
    }
  }

  /**
   * Returns the refusal of a class that is there and cannot be loaded.
   *
   * @param method that was named; empty for none
   */
  public static BadUsage unloadable(
      String name, String method, ClassLoader loader, LinkageError error) {
    Optional<SimilarClass> meant = SimilarClass.ofError(error, name, loader);
    Path file = SimilarClass.file(name, loader);
    if (meant.isPresent()) {
      return new BadUsage(
          "The class '%s' is %s: write %s.", name, meant.get().name(), meant.get().words(method));
    }
    boolean isDamaged =
        error instanceof ClassFormatError && !(error instanceof UnsupportedClassVersionError);
    return isDamaged && file != null
        ? new BadUsage(
            "The class file %s is damaged (%s): compile it again.",
            SimilarClass.shown(file), error.getMessage())
        : new BadUsage("The class '%s' cannot be loaded: %s.", name, error);
  }

  /**
   * Returns the refusal of a class that was not found, with a proposal: a method is written as
   * CLASS#METHOD, not CLASS.METHOD or CLASS::METHOD, and a package with dots.
   */
  public static BadUsage missing(String name, ClassLoader loader) {
    int methodAt = name.indexOf('#');
    String type = methodAt < 0 ? name : name.substring(0, methodAt);
    String method = methodAt < 0 ? "" : name.substring(methodAt + 1);
    Optional<SimilarClass> ofFile = SimilarClass.ofFile(type);
    if (ofFile.isPresent()) {
      return new BadUsage("'%s' is a file: write %s.", type, ofFile.get().words(method));
    }
    Path file = SimilarClass.file(type, loader);
    if (file != null && !Files.isReadable(file)) {
      return new BadUsage(
          "The class file %s cannot be read: Permission denied.", SimilarClass.shown(file));
    }
    String source = type.replace('.', '/') + ".java";
    if (loader.getResource(source) != null) {
      return new BadUsage(
          "No class '%s' was found, only its source, %s: compile it.", type, source);
    }
    String dotted = name.replace("::", "#").replace('/', '.');
    int hash = dotted.indexOf('#');
    int end = hash < 0 ? dotted.lastIndexOf('.') : hash;
    String meant;
    if (hash < 0 && isClass(dotted, loader)) {
      meant = "write " + dotted;
    } else if (end > 0 && isClass(dotted.substring(0, end), loader)) {
      meant = "write " + dotted.substring(0, end) + "#" + dotted.substring(end + 1);
    } else {
      meant =
          SimilarClass.ofSimpleName(type, loader)
              .map(found -> "write " + found.words(method))
              .orElse("give its full name, and its folder or JAR with --class-path");
    }
    return new BadUsage("No class '%s' was found: %s.", type, meant);
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
