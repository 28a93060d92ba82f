// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The rejections of a provider, or for an answer of it about a counter, that depend on more than
 * one fact. Their reader is the provider's author: each names the class and what to correct. {@code
 * provider} is a class name, followed by {@code of the bundle ...} in an OSGi container.
 */
public final class ProviderReasons {

  private ProviderReasons() {}

  /** Quotes a throwable of {@code ServiceLoader}, which names the service file itself. */
  public static Rejection notLoaded(Throwable thrown) {
    String remedy = ThrownReasons.isOutOfFiles() ? "" : "; fix its JAR";
    return Rejection.of(Code.NONE_LOADED, Reasons.of("", thrown), remedy);
  }

  /** Names a class that the JVM refuses, most often one compiled for a later Java. */
  public static Rejection badClass(String provider, String file, LinkageError thrown) {
    return thrown instanceof UnsupportedClassVersionError
        ? Rejection.of(Code.LATER_JAVA, provider, file, "" + Runtime.version().feature())
        : Rejection.of(Code.BAD_CLASS, provider, file, Reasons.of("", thrown));
  }

  /**
   * Says that the counters of this processor's family are missing while others were found.
   *
   * @param artifact the name of the JAR, and of the bundle, that has them
   */
  public static Rejection noFamily(String artifact, Surroundings surroundings) {
    String remedy =
        surroundings == Surroundings.CONTAINER
            ? "install and start the bundle " + artifact
            : "add "
                + artifact
                + "; if its classes are in a JAR made of several, the files in META-INF/services"
                + " must be merged (maven-shade-plugin: ServicesResourceTransformer)";
    return Rejection.of(Code.NO_FAMILY, Platform.current().processor(), remedy);
  }

  /** Makes a rejection of a provider, with its name, from the reason. */
  public static Rejection ofProvider(String provider, Rejection why) {
    if (why.code().namesProvider()) {
      return why;
    }
    Code code = why.code().isUnprobed() ? Code.PROVIDER_NOT_LOADED : Code.PROVIDER_FAILED;
    return Rejection.of(code, provider, why.sentence());
  }

  /** Names the provider of a counter that does not work, unless the rejection names it. */
  public static String withProvider(String reason, Rejection why, String provider) {
    return why.code().namesProvider() ? reason : reason + " (of " + provider + ")";
  }

  /** Names the methods that returned null; at least one of the three is false. */
  public static Rejection incomplete(
      String provider, boolean hasName, boolean hasKind, boolean hasScope) {
    String missing = hasName ? "" : ", name()";
    missing += (hasKind ? "" : ", kind()") + (hasScope ? "" : ", scope()");
    return Rejection.of(Code.INCOMPLETE, provider, missing.substring(2));
  }

  public static Rejection nameTaken(String provider, String earlier) {
    String other = "an earlier provider, " + earlier + ",";
    String owner = provider.equals(earlier) ? "its own provider" : other;
    return Rejection.of(Code.NAME_TAKEN, provider, owner);
  }
}
