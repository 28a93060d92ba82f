// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The sentences about a provider, or about what it says of a counter. Their reader is the
 * provider's author: each names the class and what to correct. {@code provider} is a class name,
 * followed by {@code of the bundle ...} in an OSGi container.
 */
public final class ProviderReasons {

  public static final String NO_LIST =
      "counters() returned null; it must return a list, which may be empty";

  private ProviderReasons() {}

  /** Names what {@code ServiceLoader} threw; it names the service file itself. */
  public static String notLoaded(Throwable thrown) {
    return "a provider cannot be loaded: "
        + Reasons.of("", thrown)
        + (ThrownReasons.isOutOfFiles() ? "" : "; fix its JAR");
  }

  /** Completes one of the predicates below by its subject: a line of a service file. */
  public static String notUsable(String provider, String file, String problem) {
    return provider + ", listed in " + file + ", " + problem;
  }

  public static final String NO_CLASS =
      "is not found; correct the name, or put the class on the path";

  /** A subtype of another class loader's copy of the interface is no subtype here. */
  public static final String NO_PROVIDER =
      "does not implement org.cyclecounter.spi.CycleCounterProvider as the selector loads it;"
          + " implement it, and leave only one copy of cyclecounter-api";

  /** {@code ServiceLoader} refused what can be loaded without it: its own error is in the log. */
  public static final String NOT_LOADED = "cannot be loaded; the log at debug level says more";

  public static final String NO_CONSTRUCTOR = "needs a public constructor without parameters";

  /** Names a class that the JVM refuses, most often one compiled for a later Java. */
  public static String badClass(LinkageError thrown) {
    if (thrown instanceof UnsupportedClassVersionError) {
      String remedy = " (UnsupportedClassVersionError); compile it with --release ";
      int java = Runtime.version().feature();
      return "is compiled for a later Java than this one, " + java + remedy + java;
    }
    return "cannot be loaded: " + Reasons.of("", thrown) + "; rebuild its JAR";
  }

  /** Names a service file in a named module, which {@code ServiceLoader} does not read. */
  public static String notProvided(String module, String type) {
    return "the module "
        + module
        + " lists "
        + type
        + " in META-INF/services, which has no effect in a module; its module-info must say:"
        + " provides org.cyclecounter.spi.CycleCounterProvider with "
        + type;
  }

  public static String wrongService(String file, String type, String service) {
    return file + " lists " + type + ", but must be named META-INF/services/" + service;
  }

  /**
   * Says that the counters of this processor's family are missing while others were found.
   *
   * @param artifact the name of the JAR, and of the bundle, that has them
   */
  public static String noFamily(String artifact, Surroundings surroundings) {
    return "no family for "
        + Platform.current().processor()
        + " was found: "
        + (surroundings == Surroundings.CONTAINER
            ? "install and start the bundle " + artifact
            : "add "
                + artifact
                + "; if its classes are in a JAR made of several, the files in META-INF/services"
                + " must be merged (maven-shade-plugin: ServicesResourceTransformer)");
  }

  public static String failed(String provider, String problem) {
    return "the provider " + provider + " failed: " + problem;
  }

  /**
   * Names a stranger that no child JVM can have: nothing of it runs here then.
   *
   * @param why a sentence of {@link ChildReasons}
   */
  public static String notProbed(String provider, String why) {
    return "the provider "
        + provider
        + " was not loaded: "
        + why
        + "; a provider that the program hands over (Builder.providers), or registers as a service,"
        + " is taken at its word";
  }

  /** Names a stranger that is left out because of a setting, so nothing is wrong with it. */
  public static String notListed(String provider) {
    return "the provider " + provider + " was not loaded: its counters are " + Reasons.NOT_INCLUDED;
  }

  /** Names a stranger's failure in a selection before this one. */
  public static String failedEarlier(String problem) {
    return problem + ", in an earlier selection; stop the bundle, or update it";
  }

  /** Names a provider that lists here what it did not list in a child JVM, where it was probed. */
  public static String listsElse(String provider, String difference) {
    return "the provider "
        + provider
        + " lists other counters in this process than in the child JVM that probed it: "
        + difference
        + "; it must list the same ones in every process, in the same order";
  }

  /** Names modules' providers whose methods {@code provider()} return the same type. */
  public static String ambiguous(String provider) {
    return "several modules have a provider of the type "
        + provider
        + ", which a child JVM cannot tell apart; provider() must return a class of its own module";
  }

  /**
   * Names the provider of a counter that does not work, where the reason does not do so: the type
   * in a stack frame is enough, except for a bundle's, of which there may be two versions.
   */
  public static String withProvider(String reason, String provider) {
    int end = provider.indexOf(' ');
    String type = end < 0 ? provider : provider.substring(0, end);
    boolean isNamed = reason.contains(type) && (end < 0 || reason.contains(provider));
    return isNamed ? reason : reason + " (of " + provider + ")";
  }

  /** Names a list that was cut: a provider may compute one without end. */
  public static String tooMany(String provider, int max, int more) {
    String others = " counters; the other " + more + " are ignored";
    return "the provider " + provider + " has more than " + max + others;
  }

  public static String noCounter(String provider) {
    return "counters() of " + provider + " returned a list that contains null; remove it";
  }

  /** Names a counter that throws when asked for its name, kind, scope or {@code mayCrash()}. */
  public static String notDescribed(String provider, String problem) {
    return "the provider " + provider + " has a counter that cannot be described: " + problem;
  }

  /** Names the methods that returned null; at least one of the three is false. */
  public static String incomplete(
      String provider, boolean hasName, boolean hasKind, boolean hasScope) {
    String missing = hasName ? "" : ", name()";
    missing += (hasKind ? "" : ", kind()") + (hasScope ? "" : ", scope()");
    String remedy = "; a counter needs a name, a CounterKind and a Scope";
    return missing.substring(2) + " returned null (of " + provider + ")" + remedy;
  }

  /** Says what a name may consist of: reports separate names by blanks, settings by commas. */
  public static String badName(String provider, int max) {
    String letters = " letters, digits, hyphens, dots or underscores, a letter or digit first";
    return "its name must be 1 to " + max + letters + " (of " + provider + ")";
  }

  public static String nameTaken(String provider, String earlier) {
    String other = "an earlier provider, " + earlier + ",";
    String owner = provider.equals(earlier) ? "its own provider" : other;
    String remedy = "; the one of " + provider + " needs another name";
    return owner + " already has a counter of this name" + remedy;
  }
}
