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

  /** The version if it cannot be read. */
  public static final String UNKNOWN = "unknown";

  /** Such as {@code "0.1.0"}; {@link #UNKNOWN} if the resource is not found. */
  public static String read() {
    return resource("version.txt", UNKNOWN).strip();
  }

  /** Returns a resource of the selector as text; {@code missing} if it is not found. */
  static String resource(String name, String missing) {
    try (InputStream in = Version.class.getResourceAsStream("/org/cyclecounter/selector/" + name)) {
      return in == null ? missing : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
