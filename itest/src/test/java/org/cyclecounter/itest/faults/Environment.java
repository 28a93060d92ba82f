// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

/**
 * Where a selection runs.
 *
 * @param place {@code class-path}, {@code felix}, or the processor of an emulated machine
 * @param java the program
 */
record Environment(String place, Path java) {

  private static final String CLASS_PATH = "class-path";
  private static final String FELIX = "felix";

  boolean isFelix() {
    return place.equals(FELIX);
  }

  /** As in the names of faults of one processor. */
  String architecture() {
    return isEmulated() ? place : System.getProperty("os.arch").replace("aarch64", "arm64");
  }

  boolean isEmulated() {
    return !isFelix() && !place.equals(CLASS_PATH);
  }

  /** What {@code JAVA_HOME/release} says. */
  int feature() throws IOException {
    Properties release = new Properties();
    try (var in = Files.newInputStream(java.toRealPath().resolve("../../release").normalize())) {
      release.load(in);
    }
    return Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", "")).feature();
  }

  /** For files. */
  String name(String isolation) throws IOException {
    String name = place + " java " + feature() + " " + isolation;
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
