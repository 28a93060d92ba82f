// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compares the counts of JMH's benchmarks with a file. The build fails if one differs, or is not in
 * the file.
 *
 * @since 0.1.0
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends ComparingMojo {

  /** The counts, a text file; the goal {@code write} writes it. */
  @Parameter(
      property = "cyclecounter.baseline",
      defaultValue = "${project.basedir}/instructions.txt")
  File baseline;

  @Override
  void addOptions(List<String> options) {
    add(options, "--baseline", baseline);
    add(options, "--strict", true);
    super.addOptions(options);
  }
}
