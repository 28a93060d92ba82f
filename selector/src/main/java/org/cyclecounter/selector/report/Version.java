// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The version of this software, which the build writes into a resource, and the one it follows. Not
 * the manifest's: a package of a named module has no implementation version.
 */
public final class Version {

  /**
   * The release of libcpucycles whose counters, names, lines of {@code info} and default scoring
   * these are.
   */
  public static final String LIBCPUCYCLES = "20240114";

  private Version() {}

  /** Such as {@code "0.1.0"}; {@code "unknown"} where a security manager hides it. */
  public static String read() {
    try (InputStream in =
        Version.class.getResourceAsStream("/org/cyclecounter/selector/version.txt")) {
      if (in == null) {
        return "unknown";
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
