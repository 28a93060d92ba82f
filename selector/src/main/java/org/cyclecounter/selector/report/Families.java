// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * This project's families of counters. {@code build/support-table --counters} writes both lists
 * from the modules {@code counter-*} and their providers. No resource: read at every start (cold
 * start 16).
 */
public final class Families {

  /**
   * The classes of the providers, each in a package, and so in a module, of its own. In the order
   * of their counters: a processor has those of one family, then the system's.
   */
  private static final List<String> PROVIDERS =
      List.of(
          "org.cyclecounter.x86.X86Provider",
          "org.cyclecounter.arm.ArmProvider",
          "org.cyclecounter.power.PowerProvider",
          "org.cyclecounter.riscv.RiscvProvider",
          "org.cyclecounter.misc.MiscProvider",
          "org.cyclecounter.os.OsProvider");

  private Families() {}

  /**
   * Returns the artifact with a processor's counters; empty for a processor without counters of its
   * own.
   *
   * @param processor as of {@link Platform#processor}
   */
  public static String artifact(String processor) {
    return switch (processor) {
      case "x86-64", "x86" -> "cyclecounter-x86";
      case "aarch64", "arm", "armel" -> "cyclecounter-arm";
      case "ppc64le", "ppc64", "ppc" -> "cyclecounter-power";
      case "riscv64", "riscv32" -> "cyclecounter-riscv";
      case "mips64el", "mips64", "s390x", "loongarch64", "sparcv9" -> "cyclecounter-misc";
      default -> "";
    };
  }

  /** Returns true for one of these that has no counter for this processor. */
  public static boolean isOfAnotherProcessor(String type) {
    String artifact = artifact(Platform.current().processor());
    int order = order(type);
    return order >= 0
        && order < PROVIDERS.size() - 1 // the system's
        && (artifact.isEmpty() || !type.startsWith(module(artifact) + "."));
  }

  /** Lists the artifacts of other processors that are on the path: for a reason only. */
  static List<String> ofOtherProcessorsHere() {
    List<String> artifacts = new ArrayList<>();
    ClassLoader loader = Families.class.getClassLoader();
    for (String type : PROVIDERS) {
      // No look-up by name, which a native image would need metadata for.
      if (isOfAnotherProcessor(type)
          && loader.getResource(type.replace('.', '/') + ".class") != null) {
        String name = type.substring(type.indexOf('.') + 1, type.lastIndexOf('.'));
        artifacts.add(name.replace('.', '-'));
      }
    }
    return artifacts;
  }

  /** Returns the name of an artifact's module, which is that of its package as well. */
  public static String module(String artifact) {
    return "org." + artifact.replace('-', '.');
  }

  /**
   * Returns true for the class of one of the providers, which run in this process without a probe
   * in a child JVM; by the exact class, because every other provider is a third party's, whatever
   * its package. In a named module it must be the family's module; on the class path, an attacker
   * who can put a class of that name there can replace this project's JARs as well.
   */
  public static boolean has(Class<?> provider) {
    Module module = provider.getModule();
    return order(provider.getName()) >= 0
        && (!module.isNamed() || module.getName().equals(provider.getPackageName()));
  }

  /** Returns the place of a provider's class among these; -1 for others. */
  public static int order(String type) {
    return PROVIDERS.indexOf(type);
  }
}
