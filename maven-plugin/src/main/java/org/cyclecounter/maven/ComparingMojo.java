// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** A goal that compares counts. */
abstract class ComparingMojo extends InstructionsMojo {

  /** Percent up to which a count is equal. */
  @Parameter(property = "cyclecounter.tolerance")
  @Nullable Double tolerance;

  /** A smaller count is a warning, not a difference. */
  @Parameter(property = "cyclecounter.allowFewer")
  boolean allowFewer;

  /** The file for the table and the changed lines, in Markdown. */
  @Parameter(property = "cyclecounter.summary")
  @Nullable File summary;

  @Override
  void addOptions(List<String> options) {
    add(options, "--tolerance", tolerance);
    add(options, "--allow-fewer", allowFewer);
    add(options, "--summary", summary);
  }
}
