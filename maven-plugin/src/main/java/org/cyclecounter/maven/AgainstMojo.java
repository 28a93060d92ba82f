// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Counts JMH's benchmarks of this build and of another, by turns in equal JVMs. The build fails if
 * one differs.
 *
 * @since 0.1.0
 */
@Mojo(name = "against", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class AgainstMojo extends ComparingMojo {

  /** The other build's JAR of benchmarks. */
  @Parameter(property = "cyclecounter.against", required = true)
  File against;

  @Override
  void addOptions(List<String> options) {
    add(options, "--against", against);
    super.addOptions(options);
  }
}
