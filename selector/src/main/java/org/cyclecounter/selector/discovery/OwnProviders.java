// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.List;

/**
 * Which providers are this project's own: by their classes, not by what a name begins with. Whose
 * class is not one of these is a third party's, whatever its package.
 */
final class OwnProviders {

  private static final List<String> MODULES = List.of("x86", "arm", "power", "riscv", "misc", "os");

  private static final String PREFIX = "org.cyclecounter.";

  private OwnProviders() {}

  /** Whether a class is one; in a named module, of the module that has it. */
  static boolean has(Class<?> type) {
    Module module = type.getModule();
    String family = family(type.getName());
    return !family.isEmpty() && (!module.isNamed() || module.getName().equals(PREFIX + family));
  }

  /** Whether a class of that name is one, before it is loaded. */
  static boolean has(String name) {
    return !family(name).isEmpty();
  }

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
