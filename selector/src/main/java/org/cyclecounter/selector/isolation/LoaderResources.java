// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes and resources that a child asks one of this process's class loaders for. Not
 * thread-safe.
 *
 * <p>In the child all classes of a provider have one class loader; here they may have several, and
 * see what the provider does not: a bundle that imports JNA sees the packages that JNA exports, but
 * neither its internal classes nor its native library. So what the class loader does not know is
 * looked for in those of the classes it has given.
 */
final class LoaderResources {

  private static final String CLASS = ".class";

  private final ClassLoader loader;

  /** The first class given of each package: one is enough to find that package's class loader. */
  private final Map<String, String> classByPackage = new LinkedHashMap<>();

  LoaderResources(ClassLoader loader) {
    this.loader = loader;
  }

  ClassLoader loader() {
    return loader;
  }

  /**
   * Opens a resource, also of the other class loaders; null for none. Third-party code: it may
   * throw anything, and the stream may have no end.
   */
  @Nullable InputStream find(String name) {
    InputStream found = loader.getResourceAsStream(name);
    if (found == null) {
      for (ClassLoader other : others()) {
        found = found == null ? other.getResourceAsStream(name) : found;
      }
    } else if (name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
      classByPackage.putIfAbsent(type.substring(0, type.lastIndexOf('.') + 1), type);
    }
    return found;
  }

  /**
   * Lists the class loaders that have defined the classes given so far; loads, but runs nothing.
   */
  private List<ClassLoader> others() {
    List<ClassLoader> others = new ArrayList<>();
    for (String type : classByPackage.values()) {
      try {
        ClassLoader other = Class.forName(type, false, loader).getClassLoader();
        boolean isKnown = other == loader || others.stream().anyMatch(known -> known == other);
        if (other != null && !isKnown) { // by identity: equals may be a provider's
          others.add(other);
        }
      } catch (ClassNotFoundException | RuntimeException | Error e) {
        continue; // it cannot be used here either
      }
    }
    return others;
  }
}
