// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class loaders of this process that a child may ask for classes and resources, by number. The
 * first is the selector's own.
 */
final class LoaderTable {

  private final List<LoaderResources> loaders = new ArrayList<>();

  LoaderTable() {
    number(ChildMain.class.getClassLoader());
  }

  /** Returns a class loader's number. By identity: its equals may be a provider's. */
  int number(ClassLoader loader) {
    for (int i = 0; i < loaders.size(); i++) {
      if (loaders.get(i).loader() == loader) {
        return i;
      }
    }
    loaders.add(new LoaderResources(loader));
    return loaders.size() - 1;
  }

  /** Opens a resource of the class loader of that number; null for none. It may throw anything. */
  @Nullable InputStream find(int number, String name) {
    return loaders.get(number).find(name);
  }
}
