// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One operation more in a loop is found, and its line. Alone, because it sets a system property.
 */
@Isolated
class AddedOperationTest {

  private static final int TIMES = System.getProperty("tests", "").equals("all") ? 5 : 1;

  @Test
  void anOperationMoreInALoopIsFoundWithItsLine(@TempDir Path folder) throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    assertThat(new AddedOperation(folder).problems(TIMES)).isEmpty();
  }
}
