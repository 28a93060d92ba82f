// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.ArrayList;
import java.util.List;

/**
 * Recognises this project's own providers by their classes, not by the beginning of a name: every
 * other provider is a third party's, whatever its package. What is recognised here runs in this
 * process without a probe in a child JVM.
 *
 * <p>In the order of their counters: a processor has those of one family, then the system's.
 */
final class OwnProviders {

  /** Each is in a package, and so in a module, of its own. Asked for each counter at a start. */
  private static final List<String> CLASSES =
      List.of(
          "org.cyclecounter.x86.X86Provider",
          "org.cyclecounter.arm.ArmProvider",
          "org.cyclecounter.power.PowerProvider",
          "org.cyclecounter.riscv.RiscvProvider",
          "org.cyclecounter.misc.MiscProvider",
          "org.cyclecounter.os.OsProvider");

  private OwnProviders() {}

  /**
   * Returns true for the class of one. In a named module it must be the family's module, which has
   * the package's name; on the class path, whoever can put a class of that name there can replace
   * this project's JARs as well.
   */
  static boolean has(Class<?> type) {
    Module module = type.getModule();
    return CLASSES.contains(type.getName())
        && (!module.isNamed() || module.getName().equals(type.getPackageName()));
  }

  /**
   * Returns true for one of them. By name where the class has not been loaded yet, in a container:
   * {@link Candidate#isOurs()} compares the class.
   */
  static boolean has(ProviderHandle handle) {
    Class<?> type = handle.loaded();
    return type == null ? CLASSES.contains(handle.type()) : has(type);
  }

  /**
   * Puts providers into the documented order, which decides ties, whatever the path's or the
   * container's is: ours as listed above, then third parties' by name.
   */
  static List<ProviderHandle> inOrder(List<ProviderHandle> handles) {
    List<ProviderHandle> ordered = new ArrayList<>();
    for (ProviderHandle handle : handles) {
      int index = ordered.size();
      while (index > 0 && compare(handle, ordered.get(index - 1)) < 0) {
        index--;
      }
      ordered.add(index, handle);
    }
    return ordered;
  }

  private static int compare(ProviderHandle one, ProviderHandle other) {
    int order = Integer.compare(family(one), family(other));
    if (order == 0) {
      order = one.type().compareTo(other.type());
    }
    return order == 0 ? one.describe().compareTo(other.describe()) : order;
  }

  private static int family(ProviderHandle handle) {
    return has(handle) ? CLASSES.indexOf(handle.type()) : CLASSES.size();
  }
}
