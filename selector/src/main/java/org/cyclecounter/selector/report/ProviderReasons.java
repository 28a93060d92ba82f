// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

/** What is wrong with a provider, or with what it says of a counter. */
public final class ProviderReasons {

  public static final String NO_LIST =
      "counters() returned null; it must return a list, which may be empty";

  private ProviderReasons() {}

  /** A class loader or a service file failed. */
  public static String notLoaded(Throwable thrown) {
    return "a provider cannot be loaded: " + Reasons.of(thrown) + "; fix its JAR";
  }

  public static String notUsable(String provider, String file, String problem) {
    return provider + ", listed in " + file + ", " + problem;
  }

  public static final String NO_CLASS =
      "is not found; correct the name, or put the class on the path";

  public static final String NO_PROVIDER =
      "does not implement org.cyclecounter.spi.CycleCounterProvider as the selector loads it;"
          + " implement it, and leave only one copy of cyclecounter-api";

  public static final String NOT_LOADED = "cannot be loaded; the log at debug level says more";

  public static final String NO_CONSTRUCTOR = "needs a public constructor without parameters";

  public static String badClass(LinkageError thrown) {
    if (thrown instanceof UnsupportedClassVersionError) {
      return "is compiled for a later Java than this one, "
          + Runtime.version().feature()
          + " (UnsupportedClassVersionError); compile it with --release "
          + Runtime.version().feature();
    }
    return "cannot be loaded: " + Reasons.of(thrown) + "; rebuild its JAR";
  }

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

  public static String failed(String provider, String problem) {
    return "the provider " + provider + " failed: " + problem;
  }

  /** Names the provider of a counter that does not work, where the reason does not do so. */
  public static String withProvider(String reason, String provider) {
    int end = provider.indexOf(' ');
    String type = end < 0 ? provider : provider.substring(0, end);
    boolean isNamed = reason.contains(type) && (end < 0 || reason.contains(provider));
    return isNamed ? reason : reason + " (of " + provider + ")";
  }

  public static String tooMany(String provider, int max, int more) {
    return "the provider "
        + provider
        + " has more than "
        + max
        + " counters; the other "
        + more
        + " are ignored";
  }

  public static String noCounter(String provider) {
    return "counters() of " + provider + " returned a list that contains null; remove it";
  }

  /** A counter that throws when it is asked for its name, kind, scope or {@code mayCrash()}. */
  public static String notDescribed(String provider, String problem) {
    return "the provider " + provider + " has a counter that cannot be described: " + problem;
  }

  public static String incomplete(
      String provider, boolean hasName, boolean hasKind, boolean hasScope) {
    StringBuilder missing = new StringBuilder();
    missing.append(hasName ? "" : ", name()");
    missing.append(hasKind ? "" : ", kind()");
    missing.append(hasScope ? "" : ", scope()");
    return missing.substring(2)
        + " returned null (of "
        + provider
        + "); a counter needs a name, a CounterKind and a Scope";
  }

  /** A name that does not fit into reports. */
  public static String badName(String provider, int max) {
    return "its name must be 1 to "
        + max
        + " letters, digits, hyphens, dots or underscores, a letter or digit first (of "
        + provider
        + ")";
  }

  public static String nameTaken(String provider, String earlier) {
    return (provider.equals(earlier) ? "its own provider" : "an earlier provider, " + earlier + ",")
        + " already has a counter of this name; the one of "
        + provider
        + " needs another name";
  }
}
