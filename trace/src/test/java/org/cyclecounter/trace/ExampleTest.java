// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of docs/instructions.md, which is this class's text between the two comments. */
@Tag("long")
class ExampleTest {

  // example
  /** The operation: one call is counted, of a new object of this class. */
  public static final class Checksum implements Callable<Long> {
    private final CRC32 crc = new CRC32();
    private final byte[] data = new byte[4096];

    @Override
    public Long call() {
      crc.reset();
      crc.update(data);
      return crc.getValue();
    }
  }

  @Test
  void checksumTakesNoMoreInstructions() {
    Optional<String> obstacle = InstructionCounter.obstacle();
    Assumptions.assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    InstructionCounter counter = InstructionCounter.create().limit(Duration.ofMinutes(5));
    InstructionCount count = counter.count(Checksum.class);
    Baseline baseline = Baseline.of(Path.of("src/test/instructions.txt"));
    assertThat(baseline.compare("checksum", count)).isEmpty();
  }

  // end
}
