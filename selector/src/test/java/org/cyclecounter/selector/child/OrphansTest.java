// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class OrphansTest {

  /** A counter whose open() makes a daemon does so again in the copy that goes on. */
  @Test
  void endsOrphansThatForkMeanwhile() throws Exception {
    assumeTrue(new File("/proc/self/environ").exists(), "Linux shows a process's environment");
    String fork = "copy() { [ $1 = 0 ] || { sleep $0; copy $(($1 - 1)); } & }; copy 10";
    for (int ms = 1; ms <= 15; ms++) { // each may be found by chance
      ProcessBuilder copies = new ProcessBuilder("sh", "-c", fork, "" + ms / 1e3);
      copies.environment().put(Orphans.MARK, "forking");
      copies.start().waitFor();
      Orphans.end("forking");
      assertThat(Orphans.find("forking", new HashSet<>())).as("each %d ms", ms).isEmpty();
    }
  }
}
