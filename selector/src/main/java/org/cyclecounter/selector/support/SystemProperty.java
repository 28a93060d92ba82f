// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import org.jspecify.annotations.Nullable;

/** Reads system properties, which a security manager may hide. */
public final class SystemProperty {

  private SystemProperty() {}

  /** Returns a property's value; null if it is not set, or may not be read. */
  public static @Nullable String text(String name) {
    try {
      return System.getProperty(name);
    } catch (SecurityException e) {
      return null;
    }
  }
}
