// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;

/**
 * Recognises this project's own providers by their classes, not by the beginning of a name: every
 * other provider is a third party's, whatever its package. What is recognised here runs in this
 * process without a probe in a child JVM.
 */
final class OwnProviders {

  /** The families; the module, the package and the class of each are named after it. */
  private static final List<String> MODULES = List.of("x86", "arm", "power", "riscv", "misc", "os");

  private static final String PREFIX = "org.cyclecounter.";

  private OwnProviders() {}

  /**
   * Returns true for the class of one. In a named module it must be the family's module; on the
   * class path, whoever can put a class of that name there can replace this project's JARs as well.
   */
  static boolean has(Class<?> type) {
    Module module = type.getModule();
    String family = family(type.getName());
    return !family.isEmpty() && (!module.isNamed() || module.getName().equals(PREFIX + family));
  }

  /** Returns true for the name of such a class, before the class is loaded. */
  static boolean has(String name) {
    return !family(name).isEmpty();
  }

  /** Returns the family whose provider's class has that name; empty if none has. */
  private static String family(String name) {
    for (String family : MODULES) {
      String capital = Character.toUpperCase(family.charAt(0)) + family.substring(1);
      if (name.equals(PREFIX + family + "." + capital + "Provider")) {
        return family;
      }
    }
    return "";
  }
}
