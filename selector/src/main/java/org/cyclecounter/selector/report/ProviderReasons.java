package org.cyclecounter.selector.report;

import org.cyclecounter.selector.limits.ProviderText;

/** What is wrong with a provider, or with what it says of a counter. */
public final class ProviderReasons {

  /** A provider without a list of counters. */
  public static final String NO_LIST = "it gave null instead of a list of counters";

  private ProviderReasons() {}

  /**
   * A class loader or a service file failed.
   *
   * @param thrown by either
   * @return one sentence
   */
  public static String notLoaded(Throwable thrown) {
    return "a provider cannot be loaded: " + ProviderText.shorten(thrown.toString());
  }

  /**
   * A provider could not be asked.
   *
   * @param provider its class
   * @param problem why, one sentence
   * @return one sentence
   */
  public static String failed(String provider, String problem) {
    return "the provider " + provider + " failed: " + ProviderText.shorten(problem);
  }

  /**
   * A provider with more counters than are tried.
   *
   * @param provider its class
   * @param max how many are tried
   * @param more how many are not
   * @return one sentence
   */
  public static String tooMany(String provider, int max, int more) {
    return "the provider "
        + provider
        + " has more than "
        + max
        + " counters; the other "
        + more
        + " are not tried";
  }

  /**
   * A null in the list.
   *
   * @param provider its class
   * @return one sentence
   */
  public static String noCounter(String provider) {
    return "the provider " + provider + " gave null instead of a counter";
  }

  /**
   * A counter that throws when it is asked for its name, kind, scope or {@code mayCrash()}.
   *
   * @param provider its class
   * @param problem what the counter threw
   * @return one sentence
   */
  public static String notDescribed(String provider, String problem) {
    return "the provider "
        + provider
        + " has a counter that cannot be described: "
        + ProviderText.shorten(problem);
  }

  /**
   * A counter without a name, a kind or a scope.
   *
   * @param provider its class
   * @return one sentence
   */
  public static String incomplete(String provider) {
    return "its name, kind or scope is null (of " + provider + ")";
  }

  /**
   * A name that does not fit into reports.
   *
   * @param provider its class
   * @param max the most characters
   * @return one sentence
   */
  public static String badName(String provider, int max) {
    return "its name must be 1 to "
        + max
        + " letters, digits, hyphens, dots or underscores (of "
        + provider
        + ")";
  }

  /**
   * A name that is taken.
   *
   * @param provider its class
   * @return one sentence
   */
  public static String nameTaken(String provider) {
    return "an earlier provider has a counter of this name; this one is of " + provider;
  }
}
