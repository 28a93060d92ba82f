// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes the counts of JMH's benchmarks to a file, in place of those of the same names and
 * conditions.
 *
 * @since 0.1.0
 */
@Mojo(name = "write", threadSafe = true)
public final class WriteMojo extends InstructionsMojo {

  /** The counts, a text file, which is made if it is not there. */
  @Parameter(
      property = "cyclecounter.baseline",
      defaultValue = "${project.basedir}/instructions.txt")
  File baseline;

  @Override
  void addOptions(List<String> options) {
    add(options, "--baseline", baseline);
    add(options, "--write", true);
  }
}
